import type { Context } from '../../context.ts';
import type { Serve } from '../../platform/serve.ts';
import { adminAccountRoutes } from './admin-accounts.routes.ts';
import { traderAccountRoutes } from './trader-accounts.routes.ts';

export { readPassword } from './accounts.credentials.ts';
export { accountRenderers, renderCredentials } from './accounts.emails.ts';
export { historyOf } from './accounts.history.ts';
export { accountMail } from './accounts.mails.ts';
export { remindersNow } from './accounts.queues.ts';
export { countUnpaid, remindDue } from './accounts.reminders.ts';
export { accountFacts, changeAccount, columnsOf } from './accounts.ts';
export { accountCondition, countAccounts, countAccountViews } from './admin-accounts.queries.ts';
export { hasActiveAccount } from './trader-accounts.queries.ts';

/** The calls about trading accounts: what traders read, what administrators read and change. */
export const accountRoutes = (serve: Serve, context: Context): void => {
  traderAccountRoutes(serve, context);
  adminAccountRoutes(serve, context);
};
