import type { Context } from '../../context.ts';
import type { Serve } from '../../platform/serve.ts';
import { adminAccountRoutes } from './admin-accounts.routes.ts';
import { traderAccountRoutes } from './trader-accounts.routes.ts';

export { assignCredentials, readPassword } from './accounts.credentials.ts';
export { accountRenderers, renderCredentials } from './accounts.emails.ts';
export { historyOf } from './accounts.history.ts';
export { accountMail } from './accounts.mails.ts';
export { accountCriteria, presentAccountListItem, presentTradingAccount } from './accounts.present.ts';
export { claimDueReminders, countUnpaid } from './accounts.reminders.ts';
export {
  accountFacts,
  type Change,
  type Changed,
  changeAccount,
  columnsOf,
  DEFAULT_FAILURE_REASON,
} from './accounts.ts';
export { readTradingAccount } from './admin-accounts.routes.ts';
export { accountsOf, hasActiveAccount } from './trader-accounts.queries.ts';

export const accountRoutes = (serve: Serve, context: Context): void => {
  traderAccountRoutes(serve, context);
  adminAccountRoutes(serve, context);
};
