import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import { orderOf, readCursor, writeCursor } from '../../platform/list-page.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { userListRoutes } from './user-lists.routes.ts';
import { presentAdminUser } from './users.present.ts';
import { countUsers, pageOfUsers, USER_SORT_KEYS, userCondition, userWithAccounts } from './users.queries.ts';
import { changeUser, disableUser, enableUser, resetTwoFactor } from './users.ts';

const MOST_ROWS = 1000;

const readRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /admin/users', async ({ query }) => {
    const { limit = MOST_ROWS, cursor, sort, order: direction, ...filter } = query;
    const order = orderOf({ sort, order: direction });
    const after = cursor === undefined ? null : readCursor(cursor, order, USER_SORT_KEYS[order.sort].kind);
    if (cursor !== undefined && !after) return refuse('validation_failed');
    const condition = userCondition(filter);
    const page = { condition, ...order, limit: limit + 1, after };
    const rows = await pageOfUsers(context.db, page);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      users: shown.map(presentAdminUser),
      total: (await countUsers(context.db, { matching: condition })).matching,
      nextCursor: last ? writeCursor(order, last.sort_value, last.id) : null,
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
  userListRoutes(serve, context);

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

  serve.write('POST /admin/users/{id}/reset-two-factor', async ({ session, params }, tx) => {
    const row = await resetTwoFactor(tx, context, session, params.id);
    if (row instanceof Refusal) return row;
    return { success: true, message: messages.twoFactorReset, user: presentAdminUser(row) };
  });

  serve.write('POST /admin/users/{id}/enable', async ({ session, params }, tx) => {
    const row = await enableUser(tx, context, session, params.id);
    if (row instanceof Refusal) return row;
    return { success: true, message: messages.userEnabledDone, user: presentAdminUser(row) };
  });
};
