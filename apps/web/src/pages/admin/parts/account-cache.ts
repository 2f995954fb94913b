import type { QueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../../api/page-queries.ts';
import type { AccountList, TradingAccount } from './accounts.ts';

/** Shows an account as it is, or will be, wherever it stands. */
export function showAccount(client: QueryClient, account: TradingAccount): void {
  client.setQueryData(accountQuery(account._id).queryKey, account);
  client.setQueriesData<AccountList>(
    { queryKey: ['GET /admin/accounts'] },
    (list) =>
      list && {
        ...list,
        accounts: list.accounts.map((row) => (row._id === account._id ? account : row)),
      },
  );
}

/** Shows a changed account wherever it stands, then asks for what depends on it. */
export function accountChanged(client: QueryClient, account: TradingAccount): void {
  showAccount(client, account);
  accountsChanged(client);
}

/** Takes a deleted account out of the lists, then asks for what depends on it. */
export function accountDeleted(client: QueryClient, id: string): void {
  client.setQueriesData<AccountList>(
    { queryKey: ['GET /admin/accounts'] },
    (list) => list && { ...list, accounts: list.accounts.filter((row) => row._id !== id) },
  );
  accountsChanged(client);
}

/** Asks again for the lists, the counts and the histories. */
export function accountsChanged(client: QueryClient): void {
  for (const key of [
    'GET /admin/accounts',
    'GET /admin/overview',
    'GET /admin/views/{list}',
    'GET /admin/accounts/{id}/events',
  ]) {
    void client.invalidateQueries({ queryKey: [key] });
  }
}
