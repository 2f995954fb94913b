import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../api/client.ts';
import { accountQuery } from '../../../api/page-queries.ts';
import { accountDeleted, accountsChanged } from './account-cache.ts';
import type { TradingAccount } from './accounts.ts';
import { useAction } from './feedback.tsx';

/** Deletes an account; ask before. `onDone` runs before the lists are asked for again. */
export function useDeleteAccount(onDone?: (account: TradingAccount) => void) {
  const client = useQueryClient();
  return useAction({
    run: (account: TradingAccount) => call('DELETE /admin/accounts/{id}', { params: { id: account._id } }),
    success: () => messages.accountDeleted,
    failure: messages.accountDeleteFailed,
    onDone: (_, account) => {
      onDone?.(account);
      client.removeQueries({
        queryKey: accountQuery(account._id).queryKey,
        type: 'inactive',
      });
      accountDeleted(client, account._id);
    },
    // Somebody else was faster: the list then shows it gone.
    onFailed: (error) => {
      if (error instanceof ApiError && error.status === 404) accountsChanged(client);
    },
  });
}
