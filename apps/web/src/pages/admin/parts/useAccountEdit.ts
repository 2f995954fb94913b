import { cents, growth, growthTargetPercent, percentFromBasisPoints, targetReached } from '@firmament/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../api/client.ts';
import { accountQuery } from '../../../api/page-queries.ts';
import { comparedWith } from './account/history.ts';
import { accountChanged, accountsChanged, showAccount } from './account-cache.ts';
import type { TradingAccount } from './accounts.ts';
import type { Compared } from './conflict/ConflictNotice.tsx';
import { type Action, isConflict, useAction } from './feedback.tsx';
import { type UndoOffer, useUndo } from './useUndo.ts';

export type Changed = TradingAccount & { message: string; undoUntil?: string | null };
/** The facts that a change means to set. */
export type Wanted = Partial<
  Pick<
    TradingAccount,
    | 'status'
    | 'paymentStatus'
    | 'balance'
    | 'equity'
    | 'stage'
    | 'accountNumber'
    | 'server'
    | 'breachNotified'
  >
>;

/** A change that was refused because somebody else was faster. */
export type Conflict = {
  /** The account as it is now. */
  now: TradingAccount;
  /** As this page had shown it, as it is, and what the refused change wanted. */
  facts: readonly Compared[];
  /** Who changed it last, and when. */
  changed: ApiError['changed'];
  /** Makes the same change again, of what is there now. */
  again: () => void;
};

type Options<Input> = {
  account: TradingAccount;
  run: (input: Input, version: number) => Promise<Changed>;
  success: string | ((answer: Changed) => string);
  failure: string | ((input: Input) => string);
  /** What the account will be; with `optimistic` it is shown so at once, and put back where the call fails. */
  wanted: (input: Input) => Wanted;
  optimistic?: boolean;
  onDone?: (account: TradingAccount) => void;
  onFailed?: (input: Input) => void;
  onConflict: (conflict: Conflict) => void;
};

/** `before`: the account as it was shown when the change began. */
type Edit<Input> = { input: Input; version: number; before: TradingAccount };
export type AccountEdit<Input> = Pick<Action<Edit<Input>, Changed>, 'busy' | 'feedback'> & {
  /** Starts the change, of the present version unless another is given; ignored while it runs. */
  act: (input: Input, version?: number) => void;
  /** What the running or last change was asked for. */
  input: Input | undefined;
  /** Takes the change back, for six seconds. */
  undo: UndoOffer | null;
};

/** The account with what a change will set, and what follows from it. */
export function withWanted(account: TradingAccount, wanted: Wanted): TradingAccount {
  const after = { ...account, ...wanted };
  const [balance, size] = [
    cents(Math.round(after.balance * 100)),
    cents(Math.round(after.accountSize * 100)),
  ];
  return {
    ...after,
    growth: percentFromBasisPoints(growth(balance, size)),
    growthTargetPercent: growthTargetPercent(after.stage),
    targetReached: targetReached(balance, size, after.stage),
  };
}

/**
 * A change of one account: says the version it started from, may show its result at once, offers to take it back, and tells
 * of a conflict with somebody else's change.
 */
export function useAccountEdit<Input>(options: Options<Input>): AccountEdit<Input> {
  const { account, run, success, failure, wanted, optimistic, onDone, onFailed, onConflict } = options;
  const client = useQueryClient();
  const undo = useUndo(account);
  /** A conflict is settled long after the call that met it: by the action as it is then. */
  const latest = useRef<(edit: Edit<Input>) => void>(() => {});
  const failureOf = (input: Input): string => (typeof failure === 'string' ? failure : failure(input));
  const action: Action<Edit<Input>, Changed> = useAction<Edit<Input>, Changed>({
    run: ({ input, version }) => run(input, version),
    success: (answer) => (typeof success === 'string' ? success : success(answer)),
    failure: ({ input }) => failureOf(input),
    onStart: ({ input, before }) => {
      undo.withdraw();
      if (!optimistic) return;
      // An older answer that is on its way must not hide what was just done.
      void client.cancelQueries({ queryKey: ['GET /admin/accounts'] });
      void client.cancelQueries({ queryKey: ['GET /admin/accounts/{id}'] });
      showAccount(client, withWanted(before, wanted(input)));
    },
    onDone: ({ message: _, undoUntil, ...changed }) => {
      accountChanged(client, changed);
      if (undoUntil) undo.propose(changed.version);
      onDone?.(changed);
    },
    meet: async (error, { input, before }) => {
      if (optimistic) showAccount(client, before);
      if (!isConflict(error)) {
        if (optimistic) accountsChanged(client);
        onFailed?.(input);
        return false;
      }
      const query = { ...accountQuery(account._id), staleTime: 0 };
      const now = await client.fetchQuery(query).catch(() => null);
      accountsChanged(client);
      if (!now) return false;
      onConflict({
        now,
        changed: error instanceof ApiError ? error.changed : null,
        facts: comparedWith(before, now, wanted(input)),
        again: () => latest.current({ input, version: now.version, before: now }),
      });
      return true;
    },
  });
  useEffect(() => {
    latest.current = action.act;
  });
  return {
    act: (input, version = account.version) => action.act({ input, version, before: account }),
    busy: action.busy,
    feedback: action.feedback,
    input: action.mutation.variables?.input,
    undo: undo.offer,
  };
}
