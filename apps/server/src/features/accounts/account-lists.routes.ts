import type { RouteKey } from '@firmament/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { type BulkKind, type BulkOutcome, workOnBulk } from '../../platform/bulk.ts';
import { orderOf } from '../../platform/list-page.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { type Act, deleteAccount, judgePayment, markFailed, setStage } from './accounts.commands.ts';
import { exportAccounts } from './accounts.export.ts';
import { remindersNow } from './accounts.queues.ts';
import { remindOne } from './accounts.reminders.ts';
import type { Changed } from './accounts.ts';
import {
  type AccountFilter,
  accountCondition,
  matchingAccounts,
  ownersOfAccounts,
} from './admin-accounts.queries.ts';

type Change = (tx: Tx, act: Act) => Promise<BulkOutcome | Refusal>;

const outcomeOf = async (changing: Promise<Changed | Refusal>): Promise<BulkOutcome | Refusal> => {
  const result = await changing;
  return result instanceof Refusal ? result : result.outcome;
};

/** A bulk change of accounts: every row goes through the command that changes one. */
const accountBulk = (
  context: Context,
  route: RouteKey,
  actorId: string,
  change: Change,
): BulkKind<AccountFilter> => ({
  route,
  rows: 'accounts',
  matching: (filter) => matchingAccounts(accountCondition(filter, remindersNow(context))),
  owners: ownersOfAccounts,
  act: (tx, accountId) => change(tx, { accountId, actorId, ifMatch: null }),
});

/** Changes of many accounts at once, and their export. */
export const accountListRoutes = (serve: Serve, context: Context): void => {
  serve.call('POST /admin/accounts/bulk/stage', (call) => {
    const { stage, restart = false } = call.body;
    const kind = accountBulk(context, 'POST /admin/accounts/bulk/stage', call.session.userId, (tx, act) =>
      outcomeOf(setStage(tx, context, act, { stage, restart })),
    );
    return workOnBulk(call, kind);
  });

  serve.call('POST /admin/accounts/bulk/mark-failed', (call) => {
    const reason = call.body.reason || null;
    const route = 'POST /admin/accounts/bulk/mark-failed';
    const kind = accountBulk(context, route, call.session.userId, (tx, act) =>
      outcomeOf(markFailed(tx, context, act, reason)),
    );
    return workOnBulk(call, kind);
  });

  serve.call('POST /admin/accounts/bulk/verify-payment', (call) => {
    const route = 'POST /admin/accounts/bulk/verify-payment';
    const kind = accountBulk(context, route, call.session.userId, (tx, act) =>
      outcomeOf(judgePayment(tx, context, act, { verdict: 'verified', reason: null })),
    );
    return workOnBulk(call, kind);
  });

  serve.call('POST /admin/accounts/bulk/remind', (call) => {
    const kind = accountBulk(
      context,
      'POST /admin/accounts/bulk/remind',
      call.session.userId,
      async (tx, { accountId }) => (await remindOne(tx, context, accountId)) ?? 'changed',
    );
    return workOnBulk(call, kind);
  });

  serve.call('POST /admin/accounts/bulk/delete', (call) => {
    const kind = accountBulk(
      context,
      'POST /admin/accounts/bulk/delete',
      call.session.userId,
      async (tx, act) => {
        const result = await deleteAccount(tx, context, act);
        return result instanceof Refusal ? result : 'changed';
      },
    );
    return workOnBulk(call, kind);
  });

  serve.file('POST /admin/accounts/export', ({ body, session }) =>
    exportAccounts(context, session.userId, body.selection, orderOf(body)),
  );
};
