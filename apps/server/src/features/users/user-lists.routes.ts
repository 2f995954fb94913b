import type { RouteKey } from '@firmament/contract';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { type BulkKind, workOnBulk } from '../../platform/bulk.ts';
import { type Cell, csvStream } from '../../platform/csv.ts';
import { type ExportSelection, exportName, noteExport, pagesOf } from '../../platform/export.ts';
import { type ListOrder, orderOf } from '../../platform/list-page.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SentFile, Serve } from '../../platform/serve.ts';
import {
  idsOfUsers,
  matchingUsers,
  ownersOfUsers,
  type UserFilter,
  type UserSort,
  type UserWithAccounts,
  userCondition,
  usersById,
  userWithAccounts,
} from './users.queries.ts';
import { disableUser, enableUser } from './users.ts';

type Change = (tx: Tx, id: string) => Promise<UserWithAccounts | Refusal>;

/** A bulk change of users: every row goes through the command that changes one. */
const userBulk = (route: RouteKey, change: Change): BulkKind<UserFilter> => ({
  route,
  rows: 'users',
  matching: (filter) => matchingUsers(userCondition(filter)),
  owners: ownersOfUsers,
  act: async (tx, id) => {
    const before = await userWithAccounts(tx, id);
    const after = await change(tx, id);
    if (after instanceof Refusal) return after;
    return before?.version === after.version ? 'unchanged' : 'changed';
  },
});

const COLUMNS: readonly (readonly [header: string, cell: (row: UserWithAccounts) => Cell])[] = [
  ['User ID', (row) => row.id],
  ['Name', (row) => row.name],
  ['Email', (row) => row.email],
  ['Role', (row) => row.role],
  ['Email Verified', (row) => (row.email_verified_at ? 'yes' : 'no')],
  ['Disabled', (row) => (row.disabled_at ? 'yes' : 'no')],
  ['Closed', (row) => (row.closed_at ? 'yes' : 'no')],
  ['Accounts', (row) => row.accounts],
  ['Mass Mail', (row) => (row.unsubscribed_at ? 'unsubscribed' : 'yes')],
  ['Registered (UTC)', (row) => row.created_at],
];

/** The users that are meant, in the order of the list, as a CSV file; who asked for it is noted. */
const exportUsers = async (
  context: Context,
  actorId: string,
  selection: ExportSelection<UserFilter>,
  order: ListOrder<UserSort>,
): Promise<SentFile> => {
  const condition =
    'ids' in selection
      ? sql<boolean>`users.id = any(${selection.ids}::uuid[])`
      : userCondition(selection.matching);
  await noteExport(context, actorId, 'users', selection);
  const pages = pagesOf(
    await idsOfUsers(context.db, condition, order),
    (ids) => usersById(context.db, ids),
    (row) => COLUMNS.map(([, cell]) => cell(row)),
  );
  const header = COLUMNS.map(([name]) => name);
  return { name: exportName('users', context.clock.now()), stream: csvStream(header, pages) };
};

/** Changes of many users at once, and their export. */
export const userListRoutes = (serve: Serve, context: Context): void => {
  serve.call('POST /admin/users/bulk/disable', (call) => {
    const kind = userBulk('POST /admin/users/bulk/disable', (tx, id) =>
      disableUser(tx, context, call.session, id),
    );
    return workOnBulk(call, kind);
  });

  serve.call('POST /admin/users/bulk/enable', (call) => {
    const kind = userBulk('POST /admin/users/bulk/enable', (tx, id) =>
      enableUser(tx, context, call.session, id),
    );
    return workOnBulk(call, kind);
  });

  serve.file('POST /admin/users/export', ({ body, session }) =>
    exportUsers(context, session.userId, body.selection, orderOf(body)),
  );
};
