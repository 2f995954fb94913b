import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { MailInDoubtError, MailServerAwayError } from '../adapters/mail/mailer.ts';
import type { Context } from '../context.ts';
import type { MailRow } from '../db/schema.ts';
import {
  holdsSecret,
  type MailPayloads,
  type MailSurroundings,
  type MailTemplate,
  type RenderedMail,
  type Renderers,
} from './mails.ts';
import { isTransient } from './transactions.ts';

const BATCH = 20;
const LEASE_MILLISECONDS = 5 * 60_000;
const MOST_ATTEMPTS = 14;
const POLL_MILLISECONDS = 1000;
const MOST_PAUSE_MILLISECONDS = 30_000;
/** How long a stop waits for the mail under way. */
const STOP_MILLISECONDS = 5_000;

export type MailHooks = {
  renderers: Renderers;
  /** Queues what is only now to be decided, before mails are claimed. */
  prepare: () => Promise<void>;
  surroundings: () => Promise<MailSurroundings>;
  /** Completes a rendered mail with what only the server holds (pictures, a password), or null to drop it. */
  complete: (row: MailRow, mail: RenderedMail) => Promise<RenderedMail | null>;
  /** After the mail server took the mail. */
  handedOver: (row: MailRow) => Promise<void>;
};

/** SMTP commands whose lasting refusal is about this one mail; any other tells of us or of the mail server. */
const ABOUT_THE_MAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

type SmtpAnswer = { responseCode: number; command?: unknown };
const isSmtpAnswer = (error: unknown): error is SmtpAnswer =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  typeof error.responseCode === 'number';
const isAboutTheMail = ({ command }: SmtpAnswer): boolean =>
  command === undefined || ABOUT_THE_MAIL.includes(command);

const permanent = (error: unknown): boolean =>
  isSmtpAnswer(error) && error.responseCode >= 500 && isAboutTheMail(error);

/** Whether the next mail would fare the same: the mail server is not reached, or takes nothing from us now. */
const isServerAway = (error: unknown): boolean =>
  error instanceof MailServerAwayError || (isSmtpAnswer(error) && !isAboutTheMail(error));

const backOff = (attempts: number): number => Math.min(2 ** attempts * 2500, 3_600_000);

/**
 * Gives back what a process claimed and did not finish. A mass mail that may have left is never sent again; the others keep
 * their Message-ID and are tried again.
 */
const releaseLeases = async (context: Context, claimedBefore: Date | null): Promise<void> => {
  await context.db
    .updateTable('mails')
    .set((eb) => ({
      state: eb
        .case()
        .when(eb.and([eb('template', '=', 'mass_mail'), eb('begun_at', 'is not', null)]))
        .then('unknown' as const)
        .else('queued' as const)
        .end(),
      leased_until: null,
      begun_at: null,
    }))
    .where('state', '=', 'sending')
    .$if(claimedBefore !== null, (query) => query.where('leased_until', '<', claimedBefore))
    .execute();
};

/** Claims mails that are due; the claim is committed before anything is sent, so that no other process takes them too. */
const claim = async (context: Context): Promise<MailRow[]> => {
  const now = context.clock.now();
  await releaseLeases(context, now);
  const rows = await context.db
    .updateTable('mails')
    .set({
      state: 'sending',
      attempts: sql<number>`attempts + 1`,
      leased_until: new Date(now.getTime() + LEASE_MILLISECONDS),
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'queued')
        .where('send_after', '<=', now)
        // A mailing to thousands must not hold up the code of someone who registers.
        .orderBy(sql`template = 'mass_mail'`)
        .orderBy('send_after')
        .orderBy('created_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  // An update returns its rows in any order.
  return rows.sort((one, other) => turnOf(one) - turnOf(other) || ageOf(one) - ageOf(other));
};

/** Gives back claimed mails that were not begun, as if they had never been claimed. */
const giveBack = async (context: Context, rows: readonly MailRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await context.db
    .updateTable('mails')
    .set({ state: 'queued', attempts: sql<number>`attempts - 1`, leased_until: null })
    .where('state', '=', 'sending')
    // Where the lease was lost meanwhile, the row is another process's by now.
    .where((eb) =>
      eb.or(rows.map((row) => eb.and([eb('id', '=', row.id), eb('attempts', '=', row.attempts)]))),
    )
    .execute();
};

const turnOf = (row: MailRow): number => (row.template === 'mass_mail' ? Infinity : row.send_after.getTime());
const ageOf = (row: MailRow): number => row.created_at.getTime();

const render = <T extends MailTemplate>(
  hooks: MailHooks,
  template: T,
  row: MailRow,
  around: MailSurroundings,
): RenderedMail => hooks.renderers[template](row.payload as MailPayloads[T], around);

/** Repeats a write while the database is away, as long as the lease lasts: what was handed over must not be forgotten. */
const persist = async (
  context: Context,
  isStopped: () => boolean,
  write: () => Promise<unknown>,
): Promise<void> => {
  for (const end = performance.now() + LEASE_MILLISECONDS; ; await sleep(500)) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isTransient(error) || isStopped() || performance.now() > end) throw error;
      context.log.warn({ err: error }, 'what became of a mail cannot be kept yet');
    }
  }
};

const finish = async (
  context: Context,
  row: MailRow,
  change: { state: 'sent' | 'failed' | 'cancelled' | 'unknown'; error?: string },
) => {
  await context.db
    .updateTable('mails')
    .set({
      state: change.state,
      leased_until: null,
      begun_at: null,
      last_error: change.error ?? null,
      sent_at: change.state === 'sent' ? context.clock.now() : null,
      ...(holdsSecret(row.template) && change.state !== 'failed' ? { payload: '{}' } : {}),
    })
    .where('id', '=', row.id)
    .execute();
};

const fail = async (context: Context, row: MailRow, error: unknown) => {
  const text = error instanceof Error ? error.message.slice(0, 500) : 'unknown error';
  context.log.warn({ mail: row.id, template: row.template, error: text }, 'mail not sent');
  if (error instanceof MailInDoubtError && row.template === 'mass_mail')
    return finish(context, row, { state: 'unknown', error: text });
  if (permanent(error) || row.attempts >= MOST_ATTEMPTS)
    return finish(context, row, { state: 'failed', error: text });
  await context.db
    .updateTable('mails')
    .set({
      state: 'queued',
      leased_until: null,
      begun_at: null,
      last_error: text,
      send_after: new Date(context.clock.now().getTime() + backOff(row.attempts)),
    })
    .where('id', '=', row.id)
    .execute();
};

/**
 * Notes, committed, that a mail is about to be handed over, and renews its lease. False where the lease was lost meanwhile.
 * Only a mass mail needs the note each time; the others need a new lease where those before them in the batch took long.
 */
const begin = async (context: Context, row: MailRow): Promise<boolean> => {
  const now = context.clock.now();
  const isFresh =
    row.leased_until !== null && row.leased_until.getTime() - now.getTime() > LEASE_MILLISECONDS / 2;
  if (isFresh && row.template !== 'mass_mail') return true;
  const result = await context.db
    .updateTable('mails')
    .set({ begun_at: now, leased_until: new Date(now.getTime() + LEASE_MILLISECONDS) })
    .where('id', '=', row.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', row.attempts)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

/** The firm as a sender; its name may hold what would end a mailbox, as in "Tiger <Prop>". */
const senderOf = ({ firmName, supportEmail }: MailSurroundings): string =>
  `${firmName.replace(/["\\<>\p{Cc}]+/gu, ' ').trim()} <${supportEmail}>`;

/** Hands one mail over. False: the mail server is away, and the next mail would fare the same. */
const sendOne = async (
  context: Context,
  hooks: MailHooks,
  row: MailRow,
  around: MailSurroundings,
  isStopped: () => boolean,
): Promise<boolean> => {
  const keep = (write: () => Promise<unknown>) => persist(context, isStopped, write);
  try {
    const mail = await hooks.complete(row, render(hooks, row.template as MailTemplate, row, around));
    if (!mail) {
      await finish(context, row, { state: 'cancelled' });
      return true;
    }
    if (!(await begin(context, row))) return true;
    await context.mailer.send({
      messageId: `<${row.id}@${new URL(around.publicUrl).hostname}>`,
      from: context.config.mailFrom ?? senderOf(around),
      to: row.recipient_email,
      ...mail,
    });
  } catch (error) {
    await keep(() => fail(context, row, error));
    return !isServerAway(error);
  }
  await keep(() => hooks.handedOver(row));
  await keep(() => finish(context, row, { state: 'sent' }));
  return true;
};

export type MailWorker = {
  wake(): void;
  /** Sends all that is due now and waits for it; for tests and for the last moments of a process. */
  drain(): Promise<void>;
  /** Finishes the mail under way, for at most 5 s, and gives back the others. */
  stop(): Promise<void>;
};

/**
 * Sends queued mails until stopped: at once when woken, else every second. While the mail server is away it is asked with one
 * mail at a time, at most every 2 to 30 s.
 */
export const startMailWorker = (context: Context, hooks: MailHooks): MailWorker => {
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;
  // The embedded database has one process: whatever is claimed was claimed by one that is gone.
  let mayHoldOldLeases = context.databaseKind === 'embedded';
  let failures = 0;
  let pausedUntil = 0;
  const isStopped = () => stopped;

  /** Sends a batch; false where it was broken off. */
  const sendBatch = async (rows: readonly MailRow[], around: MailSurroundings): Promise<boolean> => {
    for (const [place, row] of rows.entries()) {
      const isReached = !stopped && (await sendOne(context, hooks, row, around, isStopped));
      if (isReached) {
        failures = 0;
        continue;
      }
      await giveBack(context, rows.slice(stopped ? place : place + 1));
      if (stopped) return false;
      failures += 1;
      pausedUntil = performance.now() + Math.min(1000 * 2 ** failures, MOST_PAUSE_MILLISECONDS);
      return false;
    }
    return true;
  };

  const round = async (): Promise<void> => {
    if (mayHoldOldLeases) await releaseLeases(context, null);
    mayHoldOldLeases = false;
    do {
      again = false;
      // What cannot be decided must not hold up the mails that can be sent.
      await hooks
        .prepare()
        .catch((error: unknown) => context.log.warn({ err: error }, 'mails to be decided wait'));
      while (!stopped) {
        // Read first: what is claimed must not wait for a database that went away in between.
        const around = await hooks.surroundings();
        const rows = await claim(context);
        if (rows.length === 0) break;
        if (!(await sendBatch(rows, around))) return;
      }
    } while (again && !stopped);
  };

  const run = (): Promise<void> => {
    if (running) {
      again = true;
      return running;
    }
    running = round()
      .catch((error: unknown) => context.log.warn({ err: error }, 'mail round failed'))
      .finally(() => {
        running = null;
      });
    return running;
  };

  const runUnlessPaused = () => void (stopped || performance.now() < pausedUntil || run());
  const timer = setInterval(runUnlessPaused, POLL_MILLISECONDS);
  timer.unref();
  return {
    wake: runUnlessPaused,
    drain: async () => {
      await running;
      await run();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await Promise.race([running, sleep(STOP_MILLISECONDS, undefined, { ref: false })]);
    },
  };
};
