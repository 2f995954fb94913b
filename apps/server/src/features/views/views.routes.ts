import { accountFilter, messages, userFilter } from '@firmament/contract';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { accountCondition, countAccounts, countAccountViews, remindersNow } from '../accounts/index.ts';
import { countUsers, countUserViews, userCondition } from '../users/index.ts';
import { type List, type ViewRow, viewsOf } from './views.queries.ts';
import { changeView, createView, deleteView } from './views.ts';

/** What each list counts. Kept filters were checked, but an older version of the program may have known others. */
const lists = (context: Context) => {
  const times = remindersNow(context);
  return {
    accounts: {
      condition: ({ filters }: ViewRow) => {
        const parsed = accountFilter.safeParse(filters);
        return parsed.success ? accountCondition(parsed.data, times) : null;
      },
      count: countAccounts,
      builtIn: (db: Db) => countAccountViews(db, times),
    },
    users: {
      condition: ({ filters }: ViewRow) => {
        const parsed = userFilter.safeParse(filters);
        return parsed.success ? userCondition(parsed.data) : null;
      },
      count: countUsers,
      builtIn: countUserViews,
    },
  } as const;
};

const present = async (context: Context, db: Db | Tx, list: List, rows: readonly ViewRow[]) => {
  const { condition, count } = lists(context)[list];
  const conditions: Record<string, RawBuilder<boolean>> = {};
  for (const row of rows) {
    const asked = condition(row);
    if (asked) conditions[row.id] = asked;
  }
  const counts: Record<string, number> = await count(db, conditions);
  return rows.map(({ id, name, filters }) => ({ _id: id, name, filters, count: counts[id] ?? 0 }));
};

const presentOne = async (context: Context, tx: Tx, list: List, row: ViewRow) => {
  const [view] = await present(context, tx, list, [row]);
  if (!view) throw new Error('a view of a row is missing');
  return view;
};

/** The views of the administration's lists. */
export const viewRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /admin/views/{list}', async ({ params: { list }, session }) => {
    const rows = await viewsOf(context.db, session.userId, list);
    return {
      counts: await lists(context)[list].builtIn(context.db),
      views: await present(context, context.db, list, rows),
    };
  });

  serve.write('POST /admin/views/{list}', async ({ params: { list }, body, session }, tx) => {
    const row = await createView(tx, context, { userId: session.userId, list, ...body });
    if (row instanceof Refusal) return row;
    return { success: true, message: messages.viewSaved, view: await presentOne(context, tx, list, row) };
  });

  serve.write('PATCH /admin/views/{list}/{id}', async ({ params: { list, id }, body, session }, tx) => {
    const row = await changeView(tx, { userId: session.userId, list, id }, body);
    if (row instanceof Refusal) return row;
    return { success: true, message: messages.viewSaved, view: await presentOne(context, tx, list, row) };
  });

  serve.write('DELETE /admin/views/{list}/{id}', async ({ params: { list, id }, session }, tx) => {
    const refused = await deleteView(tx, { userId: session.userId, list, id });
    return refused ?? { success: true, message: messages.viewDeleted };
  });
};
