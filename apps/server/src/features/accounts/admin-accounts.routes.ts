import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import type { Db, PaymentAddressRow, Tx } from '../../db/schema.ts';
import { brokenAddresses, shownAddresses } from '../../payment-addresses/shown.ts';
import { isForwardedUntrusted } from '../../platform/forwarded.ts';
import { orderOf, readCursor, writeCursor } from '../../platform/list-page.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { accountListRoutes } from './account-lists.routes.ts';
import { deleteAccount, judgePayment, markFailed, overrideAccount, setStage } from './accounts.commands.ts';
import { assignCredentials } from './accounts.credentials.ts';
import { presentTimeline, presentTradingAccount } from './accounts.present.ts';
import { remindersNow } from './accounts.queues.ts';
import type { Changed } from './accounts.ts';
import { undoLastChange } from './accounts.undo.ts';
import {
  ACCOUNT_SORT_KEYS,
  accountCondition,
  countAccounts,
  countOthers,
  countQueues,
  duplicatesOf,
  eventsOf,
  type ListedProof,
  mailsOf,
  type OwnedAccount,
  ownedAccount,
  pageOfAccounts,
  proofsOf,
} from './admin-accounts.queries.ts';

/** Rows of a list without `limit`. */
const MOST_ROWS = 1000;

const present = async (context: Context, db: Db | Tx, rows: readonly OwnedAccount[]) => {
  const signing = { ring: context.keys['signed-name'], now: context.clock.now() };
  const ids = rows.map((row) => row.id);
  const proofs = await proofsOf(db, ids);
  const duplicates = proofs.length > 0 ? await duplicatesOf(db, ids) : [];
  const byAccount = new Map<string, ListedProof[]>();
  for (const proof of proofs) {
    byAccount.set(proof.account_id, [...(byAccount.get(proof.account_id) ?? []), proof]);
  }
  return rows.map((row) =>
    presentTradingAccount(row, { proofs: byAccount.get(row.id) ?? [], duplicates }, signing),
  );
};

/** An account as the administration sees it, or undefined. */
export const readTradingAccount = async (context: Context, db: Db | Tx, id: string) => {
  const row = await ownedAccount(db, id);
  return row && (await present(context, db, [row]))[0];
};

const answer = async <Codes extends Refusal>(
  context: Context,
  tx: Tx,
  result: Changed | Codes,
  message: string | ((outcome: Changed['outcome']) => string),
) => {
  if (result instanceof Refusal) return result;
  const account = await readTradingAccount(context, tx, result.account.id);
  if (!account) return refuse('account_not_found');
  return {
    ...account,
    message: typeof message === 'string' ? message : message(result.outcome),
    undoUntil: result.undoUntil ?? null,
  };
};

const inEmails = (count: number): string => (count === 1 ? '1 email' : `${count} emails`);

const warningsOf = (
  context: Context,
  counts: { paymentAddresses: number; failedMails: number; doubtfulMails: number },
  broken: readonly PaymentAddressRow[],
): string[] => {
  const warnings: string[] = [];
  if (counts.paymentAddresses === 0) {
    warnings.push('No payment address is set up yet. Traders cannot pay until you add one.');
  }
  for (const { name, network } of broken) {
    warnings.push(
      `The payment address “${name}” (${network}) was changed outside of this program. Traders do not see it. Compare it, then save it again or delete it.`,
    );
  }
  const mails = [
    counts.failedMails > 0 && `${inEmails(counts.failedMails)} could not be sent`,
    counts.doubtfulMails > 0 && `${inEmails(counts.doubtfulMails)} may not have arrived`,
  ].filter((part) => part !== false);
  if (mails.length > 0) {
    const them = counts.failedMails + counts.doubtfulMails === 1 ? 'it' : 'them';
    warnings.push(`${mails.join(', ')}. “Send Mass Email” lists ${them}, to be sent again or dismissed.`);
  }
  if (isForwardedUntrusted(context)) {
    warnings.push('The server stands behind a proxy, but TRUST_PROXY is 0: all visitors share its limits.');
  }
  return warnings;
};

const readRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /admin/accounts', async ({ query }) => {
    const { limit = MOST_ROWS, cursor, sort, order: direction, ...filter } = query;
    const order = orderOf({ sort, order: direction });
    const after = cursor === undefined ? null : readCursor(cursor, order, ACCOUNT_SORT_KEYS[order.sort].kind);
    if (cursor !== undefined && after === null) return refuse('validation_failed');
    const condition = accountCondition(filter, remindersNow(context));
    const page = { condition, ...order, limit: limit + 1, after };
    const rows = await pageOfAccounts(context.db, page);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      accounts: await present(context, context.db, shown),
      total: (await countAccounts(context.db, { matching: condition })).matching,
      nextCursor: last ? writeCursor(order, last.sort_value, last.id) : null,
    };
  });

  serve.call('GET /admin/accounts/{id}', async ({ params }) => {
    return (await readTradingAccount(context, context.db, params.id)) ?? refuse('account_not_found');
  });

  serve.call('GET /admin/accounts/{id}/events', async ({ params }) => {
    const row = await ownedAccount(context.db, params.id);
    if (!row) return refuse('account_not_found');
    return { events: presentTimeline(await eventsOf(context.db, row.id), await mailsOf(context.db, row.id)) };
  });

  serve.call('GET /admin/overview', async () => {
    const queues = await countQueues(context.db, remindersNow(context));
    const ring = context.keys['payment-address'];
    const shown = await shownAddresses(context.db, ring, context.clock.now());
    const counts = { ...(await countOthers(context.db)), paymentAddresses: shown.length };
    return {
      proofToReview: queues.proof_to_review,
      needsCredentials: queues.needs_credentials,
      atTarget: queues.at_target,
      nearFloor: queues.near_floor,
      remindersDue: queues.reminder_due,
      activeAccounts: queues.active,
      ...counts,
      warnings: warningsOf(context, counts, await brokenAddresses(context.db, ring)),
    };
  });
};

const changeRoutes = (serve: Serve, context: Context): void => {
  serve.write('PATCH /admin/accounts/{id}', async ({ params, body, session, request }, tx) => {
    if (body.balance === undefined && body.status === undefined && body.paymentStatus === undefined) {
      return refuse('validation_failed', { message: messages.nothingToChange });
    }
    const act = { accountId: params.id, actorId: session.userId, ifMatch: request.ifMatch };
    return answer(context, tx, await overrideAccount(tx, context, act, body), messages.accountUpdated);
  });

  serve.write('PATCH /admin/accounts/{id}/stage', async ({ params, body, session, request }, tx) => {
    const act = { accountId: params.id, actorId: session.userId, ifMatch: request.ifMatch };
    const wanted = { stage: body.stage, restart: body.restart ?? false };
    return answer(context, tx, await setStage(tx, context, act, wanted), messages.stageUpdated);
  });

  serve.write('PATCH /admin/accounts/{id}/mark-failed', async ({ params, body, session, request }, tx) => {
    const act = { accountId: params.id, actorId: session.userId, ifMatch: request.ifMatch };
    return answer(context, tx, await markFailed(tx, context, act, body?.reason ?? null), (outcome) =>
      outcome === 'changed' ? messages.markedFailed : messages.alreadyFailed,
    );
  });

  serve.write('POST /admin/accounts/{id}/undo', async ({ params, session, request }, tx) => {
    const act = { accountId: params.id, actorId: session.userId, ifMatch: request.ifMatch };
    return answer(context, tx, await undoLastChange(tx, context, act), messages.undone);
  });

  serve.write('POST /admin/accounts/{id}/assign-mt5', async ({ params, body, session, request }, tx) => {
    const act = { accountId: params.id, actorId: session.userId, ifMatch: request.ifMatch };
    const result = await assignCredentials(tx, context, { ...act, credentials: body });
    return answer(context, tx, result, messages.credentialsAssigned);
  });

  serve.write('PUT /admin/accounts/{id}/verify-payment', async ({ params, body, session, request }, tx) => {
    const act = { accountId: params.id, actorId: session.userId, ifMatch: request.ifMatch };
    const judgement = { verdict: body.status, reason: body.reason || null };
    const message = body.status === 'verified' ? messages.paymentVerified : messages.paymentRejected;
    return answer(context, tx, await judgePayment(tx, context, act, judgement), message);
  });

  serve.write('DELETE /admin/accounts/{id}', async ({ params, session, request }, tx) => {
    const act = { accountId: params.id, actorId: session.userId, ifMatch: request.ifMatch };
    const result = await deleteAccount(tx, context, act);
    return result instanceof Refusal ? result : { success: true as const, message: messages.accountDeleted };
  });
};

/** What administrators read and change of accounts. */
export const adminAccountRoutes = (serve: Serve, context: Context): void => {
  readRoutes(serve, context);
  changeRoutes(serve, context);
  accountListRoutes(serve, context);
};
