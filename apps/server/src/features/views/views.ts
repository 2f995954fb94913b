import { randomUUID } from 'node:crypto';
import {
  ACCOUNT_SORTS,
  accountFilter,
  MOST_VIEWS,
  messages,
  USER_SORTS,
  userFilter,
} from '@firmament/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { violatedConstraint } from '../../platform/transactions.ts';
import { type List, lockView, type ViewRow, viewsOf } from './views.queries.ts';

type Filters = Record<string, string>;

const order = z.optional(z.enum(['ascending', 'descending']));
const FILTERS = {
  accounts: z.extend(accountFilter, { sort: z.optional(z.enum(ACCOUNT_SORTS)), order }),
  users: z.extend(userFilter, { sort: z.optional(z.enum(USER_SORTS)), order }),
} as const;

/** The filters and sorts that the list knows, or a refusal: unknown names and values would show another list than was kept. */
const checkFilters = (list: List, filters: Filters): null | Refusal<'validation_failed'> => {
  const parsed = FILTERS[list].safeParse(filters);
  const known = parsed.success && Object.keys(filters).every((name) => Object.hasOwn(parsed.data, name));
  return known ? null : refuse('validation_failed', { message: messages.viewFiltersInvalid });
};

/** Writes a view; a name that the person uses already is refused. */
const unlessTaken = async (write: Promise<ViewRow>): Promise<ViewRow | Refusal<'view_name_taken'>> => {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) === 'saved_views_name') return refuse('view_name_taken');
    throw error;
  }
};

/** Keeps filters of a list under a name. */
export const createView = async (
  tx: Tx,
  context: Context,
  { userId, list, name, filters }: { userId: string; list: List; name: string; filters: Filters },
): Promise<ViewRow | Refusal<'view_name_taken' | 'too_many_views' | 'validation_failed'>> => {
  const wrong = checkFilters(list, filters);
  if (wrong) return wrong;
  // Two windows of one person count one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views|${userId}`}, 0))`.execute(tx);
  if ((await viewsOf(tx, userId, list)).length >= MOST_VIEWS) return refuse('too_many_views');
  return unlessTaken(
    tx
      .insertInto('saved_views')
      .values({
        id: randomUUID(),
        user_id: userId,
        list,
        name,
        filters: JSON.stringify(filters),
        created_at: context.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
};

/** Renames a view or gives it other filters. */
export const changeView = async (
  tx: Tx,
  view: { userId: string; list: List; id: string },
  change: { name?: string | undefined; filters?: Filters | undefined },
): Promise<ViewRow | Refusal<'view_not_found' | 'view_name_taken' | 'validation_failed'>> => {
  const row = await lockView(tx, view.userId, view.list, view.id);
  if (!row) return refuse('view_not_found');
  const { name = row.name, filters = row.filters } = change;
  const wrong = checkFilters(view.list, filters);
  if (wrong) return wrong;
  return unlessTaken(
    tx
      .updateTable('saved_views')
      .set({ name, filters: JSON.stringify(filters) })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
};

/** Deletes a view. */
export const deleteView = async (
  tx: Tx,
  view: { userId: string; list: List; id: string },
): Promise<null | Refusal<'view_not_found'>> => {
  const row = await lockView(tx, view.userId, view.list, view.id);
  if (!row) return refuse('view_not_found');
  await tx.deleteFrom('saved_views').where('id', '=', row.id).execute();
  return null;
};
