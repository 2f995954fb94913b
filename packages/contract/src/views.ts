import * as z from 'zod/mini';
import { done, line, pathId, success } from './fields.ts';
import { messages } from './messages.ts';
import { defineRoute } from './route.ts';

const list = z.enum(['accounts', 'users']);

/** Filters of a list by name, as its call takes them. */
const filters = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200)));
const name = line(40, messages.viewNameRequired);

export const savedView = z.object({
  _id: z.string(),
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  /** Rows that match now. */
  count: z.int(),
});

const errors = ['view_not_found', 'view_name_taken'] as const;

export const viewRoutes = {
  'GET /admin/views/{list}': defineRoute({
    auth: 'admin',
    summary: 'Views of a list: rows in each built-in one, and the caller’s own',
    status: 200,
    params: z.object({ list }),
    response: z.object({ counts: z.record(z.string(), z.int()), views: z.array(savedView) }),
    errors: [],
  }),
  'POST /admin/views/{list}': defineRoute({
    auth: 'admin',
    summary: 'Keep filters of a list under a name',
    status: 201,
    params: z.object({ list }),
    body: z.object({ name, filters }),
    response: success({ view: savedView }),
    errors: ['view_name_taken', 'too_many_views'],
  }),
  'PATCH /admin/views/{list}/{id}': defineRoute({
    auth: 'admin',
    summary: 'Rename a view of the caller’s own, or give it other filters',
    status: 200,
    params: z.object({ list, id: pathId }),
    body: z.object({ name: z.optional(name), filters: z.optional(filters) }),
    response: success({ view: savedView }),
    errors,
  }),
  'DELETE /admin/views/{list}/{id}': defineRoute({
    auth: 'admin',
    summary: 'Delete a view of the caller’s own',
    status: 200,
    params: z.object({ list, id: pathId }),
    response: done,
    errors: ['view_not_found'],
  }),
};
