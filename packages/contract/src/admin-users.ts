import * as z from 'zod/mini';
import { bulkAnswer, bulkErrors, bulkSelection, exportSelection } from './bulk.ts';
import { email, moment, order, paging, pathId, personName, role, search, success } from './fields.ts';
import { USER_SORTS, USER_STATES } from './lists.ts';
import { defineRoute } from './route.ts';

export const adminUser = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  emailVerified: z.boolean(),
  disabled: z.boolean(),
  closed: z.boolean(),
  twoFactor: z.boolean(),
  accounts: z.int(),
  createdAt: moment,
  version: z.int(),
});

const params = z.object({ id: pathId });

const filters = { search, role: z.optional(role), state: z.optional(z.enum(USER_STATES)) };

/** Which users: each filter narrows the list. */
export const userFilter = z.object(filters);

/** The same change of many users; each row goes through the same rules as alone. */
const bulk = (summary: string) =>
  defineRoute({
    auth: 'admin',
    summary,
    status: 200,
    body: z.object({ selection: bulkSelection(userFilter) }),
    response: bulkAnswer,
    errors: bulkErrors,
  });

export const adminUserRoutes = {
  'GET /admin/users': defineRoute({
    auth: 'admin',
    summary: 'All users, newest first unless sorted',
    status: 200,
    query: z.object({ ...paging, ...filters, sort: z.optional(z.enum(USER_SORTS)), order }),
    response: z.object({ users: z.array(adminUser), total: z.int(), nextCursor: z.nullable(z.string()) }),
    errors: [],
  }),
  'GET /admin/users/{id}': defineRoute({
    auth: 'admin',
    summary: 'One user',
    status: 200,
    params,
    response: adminUser,
    errors: ['user_not_found'],
  }),
  'PUT /admin/users/{id}': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: 'Change name, e-mail address or role; a changed role ends the sessions',
    status: 200,
    params,
    body: z.object({ name: z.optional(personName), email: z.optional(email), role: z.optional(role) }),
    response: z.object({ message: z.string(), user: adminUser }),
    errors: ['user_not_found', 'user_closed', 'email_taken', 'last_admin', 'changed_meanwhile'],
  }),
  'POST /admin/users/{id}/disable': defineRoute({
    auth: 'admin',
    summary: 'Disable a user; ends the sessions',
    status: 200,
    params,
    response: success({ user: adminUser }),
    errors: ['user_not_found', 'user_closed', 'last_admin'],
  }),
  'POST /admin/users/{id}/reset-two-factor': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary:
      'Switch two-factor sign-in off for a user who lost the device; ends the sessions, the user is told',
    status: 200,
    params,
    response: success({ user: adminUser }),
    errors: ['user_not_found', 'user_closed'],
  }),
  'POST /admin/users/{id}/enable': defineRoute({
    auth: 'admin',
    summary: 'Enable a user again',
    status: 200,
    params,
    response: success({ user: adminUser }),
    errors: ['user_not_found', 'user_closed'],
  }),
  'POST /admin/users/bulk/disable': bulk('Disable many users; ends their sessions'),
  'POST /admin/users/bulk/enable': bulk('Enable many users again'),
  'POST /admin/users/export': defineRoute({
    auth: 'admin',
    summary: 'Users as a CSV file, newest first unless sorted',
    status: 200,
    body: z.object({
      selection: exportSelection(userFilter),
      sort: z.optional(z.enum(USER_SORTS)),
      order,
    }),
    response: z.string(),
    media: 'text/csv',
    errors: [],
  }),
};
