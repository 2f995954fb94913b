import { type Cents, dollarsFromCents, growth, percentFromBasisPoints, tierLabel } from '@firmament/rules';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type Cell, csvStream } from '../../platform/csv.ts';
import { type ExportSelection, exportName, noteExport, pagesOf } from '../../platform/export.ts';
import type { ListOrder } from '../../platform/list-page.ts';
import type { SentFile } from '../../platform/serve.ts';
import { tradingDaysOf } from './accounts.present.ts';
import { remindersNow } from './accounts.queues.ts';
import {
  type AccountFilter,
  type AccountSort,
  accountCondition,
  accountsById,
  idsOfAccounts,
  type OwnedAccount,
} from './admin-accounts.queries.ts';

const money = (amount: Cents): number => dollarsFromCents(amount);

type Column = readonly [header: string, cell: (row: OwnedAccount, now: Date) => Cell];

/** Everything that the list knows of an account; never a password. */
const COLUMNS: readonly Column[] = [
  ['Account ID', (row) => row.id],
  ['User', (row) => row.user_name],
  ['Email', (row) => row.user_email],
  ['Tier', (row) => tierLabel(row.account_size_cents)],
  ['Package', (row) => row.challenge_type],
  ['Price', (row) => money(row.price_cents)],
  ['Account Size', (row) => money(row.account_size_cents)],
  ['Balance', (row) => money(row.balance_cents)],
  ['Equity', (row) => money(row.equity_cents)],
  ['Growth %', (row) => percentFromBasisPoints(growth(row.balance_cents, row.account_size_cents))],
  ['Stage', (row) => row.stage],
  ['Status', (row) => row.status],
  ['Payment Status', (row) => row.payment_status],
  ['MT5 Account', (row) => row.account_number],
  ['MT5 Server', (row) => row.server],
  ['Trading Days', (row, now) => tradingDaysOf(row, now)],
  ['Created (UTC)', (row) => row.created_at],
  ['Activated (UTC)', (row) => row.activated_at],
  ['Failed (UTC)', (row) => row.failed_at],
  ['Failure Reason', (row) => row.failure_reason],
];

/** The accounts that are meant, in the order of the list, as a CSV file; who asked for it is noted. */
export const exportAccounts = async (
  context: Context,
  actorId: string,
  selection: ExportSelection<AccountFilter>,
  order: ListOrder<AccountSort>,
): Promise<SentFile> => {
  const now = context.clock.now();
  const condition =
    'ids' in selection
      ? sql<boolean>`accounts.id = any(${selection.ids}::uuid[])`
      : accountCondition(selection.matching, remindersNow(context));
  await noteExport(context, actorId, 'accounts', selection);
  const pages = pagesOf(
    await idsOfAccounts(context.db, condition, order),
    (ids) => accountsById(context.db, ids),
    (row) => COLUMNS.map(([, cell]) => cell(row, now)),
  );
  const header = COLUMNS.map(([name]) => name);
  return { name: exportName('accounts', now), stream: csvStream(header, pages) };
};
