import { SEARCH_HITS_MAXIMUM } from '@firmament/contract';
import { tierLabel } from '@firmament/rules';
import type { Context } from '../../context.ts';
import type { Serve } from '../../platform/serve.ts';
import { type FoundAccount, findAccounts, findUsers } from './search.queries.ts';

const presentAccount = (row: FoundAccount) => ({
  _id: row.id,
  name: row.user_name,
  email: row.user_email,
  login: row.account_number,
  server: row.server,
  tier: tierLabel(row.account_size_cents),
  status: row.status,
  stage: row.stage,
});

/** What the administration's command palette finds. */
export const searchRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /admin/search', async ({ query: { text } }) => {
    const users = await findUsers(context.db, text, SEARCH_HITS_MAXIMUM);
    const accounts = await findAccounts(context.db, text, SEARCH_HITS_MAXIMUM);
    return {
      users: users.map(({ id, ...user }) => ({ _id: id, ...user })),
      accounts: accounts.map(presentAccount),
    };
  });
};
