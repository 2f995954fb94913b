import { messages } from '@firmament/contract';
import {
  cents,
  formatGrowth,
  growth,
  growthTargetPercent,
  growthTargetValue,
  platformOf,
  tierLabel,
} from '@firmament/rules';
import type { Context } from '../../context.ts';
import type { AccountRow } from '../../db/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { readPassword } from './accounts.credentials.ts';
import { presentAccountListItem, tradingDaysOf } from './accounts.present.ts';
import { accountByLogin, accountsOf, hasActiveAccount, type OwnAccount } from './trader-accounts.queries.ts';

const presentDashboard = (
  row: OwnAccount,
  server: string,
  userName: string,
  password: string,
  now: Date,
) => ({
  success: true as const,
  message: messages.dashboardFetched,
  userName,
  accountInfo: {
    planType: planTypeOf(row),
    stage: row.stage,
    initialBalance: row.initial_balance_cents,
    accountType: platformOf(server),
  },
  stats: {
    balance: row.balance_cents,
    profitLoss: cents(row.balance_cents - row.initial_balance_cents),
    tradingDays: tradingDaysOf(row, now),
  },
  accountDetails: { logIn: row.account_number ?? '', masterPass: password, server },
  accountGrowth: formatGrowth(growth(row.balance_cents, row.account_size_cents)),
  growthTargetPercent: growthTargetPercent(row.stage),
  growthTargetValue: growthTargetValue(row.account_size_cents, row.stage),
  account: presentAccountListItem(row, now),
});

/** "Basic 2-Step Challenge". */
const planTypeOf = (row: AccountRow): string => `${tierLabel(row.account_size_cents)} ${row.challenge_type}`;

/** What a trader reads of the own accounts. */
export const traderAccountRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /accounts/check-status', async ({ session }) => ({
    hasActiveAccount: await hasActiveAccount(context.db, session.userId),
  }));

  serve.call('GET /dashboard/accounts', async ({ session }) => {
    const now = context.clock.now();
    const rows = await accountsOf(context.db, session.userId);
    return {
      success: true as const,
      message: rows.length === 0 ? messages.noMt5Accounts : messages.accountsFetched,
      hasMt5Accounts: rows.some((row) => row.account_number !== null),
      accounts: rows.map((row) => presentAccountListItem(row, now)),
    };
  });

  serve.call('GET /dashboard/{mt5Login}', async ({ params, session }) => {
    const row = await accountByLogin(context.db, session.userId, params.mt5Login);
    if (!row || row.server === null) return refuse('mt5_account_not_found');
    return presentDashboard(
      row,
      row.server,
      session.name,
      readPassword(context, row) ?? '',
      context.clock.now(),
    );
  });
};
