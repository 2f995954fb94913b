import { useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { messageOf } from '../../../../api/client.ts';
import { accountChanged } from '../account-cache.ts';
import type { TradingAccount } from '../accounts.ts';
import { type Action, isConflict, useAction } from '../feedback.tsx';

type Changed = TradingAccount & { message: string };

/** Called when a change was refused because somebody else had changed the account meanwhile. */
export const ConflictContext = createContext<(message: string) => void>(() => {});

type AccountActionOptions<Input> = {
  run: (input: Input) => Promise<Changed>;
  success: string | ((answer: Changed) => string);
  failure: string | ((input: Input) => string);
  onDone?: (account: TradingAccount) => void;
};

/** A change of the account on its own page: shows the answer everywhere, and reports a conflict to the page. */
export function useAccountAction<Input>(options: AccountActionOptions<Input>): Action<Input, Changed> {
  const { run, success, failure, onDone } = options;
  const client = useQueryClient();
  const onConflict = use(ConflictContext);
  return useAction<Input, Changed>({
    run,
    success: (answer) => (typeof success === 'string' ? success : success(answer)),
    failure,
    onDone: ({ message: _, ...account }) => {
      accountChanged(client, account);
      onDone?.(account);
    },
    onFailed: (error, input) => {
      if (!isConflict(error)) return;
      onConflict(messageOf(error, typeof failure === 'string' ? failure : failure(input)));
    },
  });
}
