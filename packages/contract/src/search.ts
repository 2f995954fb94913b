import * as z from 'zod/mini';
import { stage, status } from './fields.ts';
import { defineRoute } from './route.ts';

/** Most hits of one kind that a search answers. */
export const SEARCH_HITS_MAXIMUM = 6;

export const searchRoutes = {
  'GET /admin/search': defineRoute({
    auth: 'admin',
    summary: 'Users by name, e-mail or id, and accounts by owner, login or id: the best few of each',
    status: 200,
    query: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
    response: z.object({
      users: z.array(z.object({ _id: z.string(), name: z.string(), email: z.string(), accounts: z.int() })),
      accounts: z.array(
        z.object({
          _id: z.string(),
          name: z.string(),
          email: z.string(),
          login: z.nullable(z.string()),
          server: z.nullable(z.string()),
          tier: z.string(),
          status,
          stage,
        }),
      ),
    }),
    errors: [],
  }),
};
