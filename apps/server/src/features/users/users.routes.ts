import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import { isUuid } from '../../platform/ids.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { presentAdminUser, presentCursor } from './users.present.ts';
import { countUsers, listUsers, type Position, userWithAccounts } from './users.queries.ts';
import { changeUser, disableUser, enableUser } from './users.ts';

const MOST_ROWS = 1000;

const readCursor = (cursor: string): Position | null => {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('|');
  const createdAt = new Date(at);
  // The form that `presentCursor` writes: a date of another form may be one that the database does not have.
  const isDate = /^\d{4}-/.test(at) && !Number.isNaN(createdAt.getTime());
  return isUuid(id) && isDate ? { createdAt, id } : null;
};

const readRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /admin/users', async ({ query }) => {
    const { limit = MOST_ROWS, cursor, search, role } = query;
    const after = cursor === undefined ? null : readCursor(cursor);
    if (cursor !== undefined && !after) return refuse('validation_failed');
    const filter = { search, role };
    const rows = await listUsers(context.db, filter, { limit: limit + 1, after });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      users: page.map(presentAdminUser),
      total: await countUsers(context.db, filter),
      nextCursor: last ? presentCursor({ createdAt: last.created_at, id: last.id }) : null,
    };
  });

  serve.call('GET /admin/users/{id}', async ({ params }) => {
    const row = await userWithAccounts(context.db, params.id);
    return row ? presentAdminUser(row) : refuse('user_not_found');
  });
};

/** The administration of users. */
export const adminUserRoutes = (serve: Serve, context: Context): void => {
  readRoutes(serve, context);

  serve.write('PUT /admin/users/{id}', async ({ session, params, body, request }, tx) => {
    const { name, email, role } = body;
    const asked = { id: params.id, change: { name, email, role }, ifMatch: request.ifMatch };
    const row = await changeUser(tx, context, session, asked);
    return row instanceof Refusal ? row : { message: messages.userUpdated, user: presentAdminUser(row) };
  });

  serve.write('POST /admin/users/{id}/disable', async ({ session, params }, tx) => {
    const row = await disableUser(tx, context, session, params.id);
    if (row instanceof Refusal) return row;
    return { success: true, message: messages.userDisabledDone, user: presentAdminUser(row) };
  });

  serve.write('POST /admin/users/{id}/enable', async ({ session, params }, tx) => {
    const row = await enableUser(tx, context, session, params.id);
    if (row instanceof Refusal) return row;
    return { success: true, message: messages.userEnabledDone, user: presentAdminUser(row) };
  });
};
