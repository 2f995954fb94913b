import { messages } from '@firmament/contract/messages';
import type { Stage } from '@firmament/rules';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { accountChanged, accountsChanged } from './account-cache.ts';
import type { TradingAccount } from './accounts.ts';
import { type Action, type Feedback, isConflict, useAction } from './feedback.tsx';

export type BalanceEdit = { balance: number; version: number };
export type StageEdit = { stage: Stage; restart: boolean };

export type CardActions = {
  balance: Action<BalanceEdit, TradingAccount>;
  stage: Action<StageEdit, TradingAccount>;
  breach: Action<undefined, TradingAccount>;
  /** The message of what was done last, while it shows. */
  latest: Feedback | null;
};

/** What the card of an active account does; each change says which version it started from. */
export function useCardActions(
  account: TradingAccount,
  onChanged: (account: TradingAccount) => void,
): CardActions {
  const client = useQueryClient();
  const params = { id: account._id };
  const onDone = ({ message: _, ...changed }: TradingAccount & { message: string }) => {
    onChanged(changed);
    accountChanged(client, changed);
  };
  const onError = (error: unknown) => {
    if (isConflict(error)) accountsChanged(client);
  };
  const balance = useAction({
    run: ({ balance: amount, version }: BalanceEdit) =>
      call('PATCH /admin/accounts/{id}', { params, body: { balance: amount }, ifMatch: version }),
    success: () => messages.accountUpdated,
    failure: messages.accountUpdateFailed,
    onDone,
    onFailed: onError,
  });
  const stage = useAction({
    run: (edit: StageEdit) =>
      call('PATCH /admin/accounts/{id}/stage', { params, body: edit, ifMatch: account.version }),
    success: () => messages.stageUpdated,
    failure: messages.stageUpdateFailed,
    onDone,
    onFailed: onError,
  });
  const breach = useAction({
    run: (_: undefined) =>
      call('PATCH /admin/accounts/{id}/mark-failed', { params, ifMatch: account.version }),
    success: (answer) => answer.message,
    failure: messages.markFailedFailed,
    onDone,
    onFailed: onError,
  });
  return { balance, stage, breach, latest: breach.feedback ?? stage.feedback ?? balance.feedback };
}
