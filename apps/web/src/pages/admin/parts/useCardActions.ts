import { messages } from '@firmament/contract/messages';
import type { Stage } from '@firmament/rules';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { TradingAccount } from './accounts.ts';
import { type AccountEdit, type Conflict, useAccountEdit } from './useAccountEdit.ts';
import { wantedOfBalance, wantedOfStage } from './wanted.ts';

export type StageEdit = { stage: Stage; restart: boolean };

export type CardActions = {
  balance: AccountEdit<number>;
  stage: AccountEdit<StageEdit>;
  breach: AccountEdit<undefined>;
  /** What was done last, while something is to be said of it. */
  latest: Pick<AccountEdit<unknown>, 'feedback' | 'undo' | 'busy'>;
  conflict: Conflict | null;
  settle: () => void;
};

/** What the card of an active account does; each change says which version it started from. */
export function useCardActions(
  account: TradingAccount,
  onChanged: (account: TradingAccount) => void,
): CardActions {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const params = { id: account._id };
  const common = { account, onDone: onChanged, onConflict: setConflict };
  const balance = useAccountEdit({
    ...common,
    run: (amount: number, ifMatch) =>
      call('PATCH /admin/accounts/{id}', { params, body: { balance: amount }, ifMatch }),
    success: messages.accountUpdated,
    failure: messages.accountUpdateFailed,
    wanted: wantedOfBalance,
    optimistic: true,
  });
  const stage = useAccountEdit({
    ...common,
    run: (edit: StageEdit, ifMatch) =>
      call('PATCH /admin/accounts/{id}/stage', { params, body: edit, ifMatch }),
    success: messages.stageUpdated,
    failure: messages.stageUpdateFailed,
    wanted: (edit) => wantedOfStage(account, edit),
    optimistic: true,
  });
  const breach = useAccountEdit({
    ...common,
    run: (_: undefined, ifMatch) => call('PATCH /admin/accounts/{id}/mark-failed', { params, ifMatch }),
    success: (answer) => answer.message,
    failure: messages.markFailedFailed,
    wanted: () => ({ status: 'failed', breachNotified: true }),
  });
  const latest = [breach, stage, balance].find((edit) => edit.feedback || edit.undo) ?? balance;
  return { balance, stage, breach, latest, conflict, settle: () => setConflict(null) };
}
