import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { MailRow } from '../db/schema.ts';
import type { MailPayloads, MailSurroundings, MailTemplate, RenderedMail, Renderers } from './mails.ts';

const BATCH = 20;
const LEASE_MILLISECONDS = 5 * 60_000;
const MOST_ATTEMPTS = 14;
const POLL_MILLISECONDS = 1000;

/** Templates whose payload holds a secret: it is wiped once the mail was handed over. */
const SECRET: ReadonlySet<string> = new Set<MailTemplate>([
  'verification_code',
  'email_change_code',
  'password_reset',
]);

export type MailHooks = {
  renderers: Renderers;
  surroundings: () => Promise<MailSurroundings>;
  /** Completes a rendered mail with what only the server holds (pictures, a password), or null to drop it. */
  complete: (row: MailRow, mail: RenderedMail) => Promise<RenderedMail | null>;
  /** After the mail server took the mail. */
  handedOver: (row: MailRow) => Promise<void>;
};

/** SMTP commands whose lasting refusal is about this one mail; any other tells of us or of the mail server. */
const ABOUT_THE_MAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

const permanent = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  (!('command' in error) || ABOUT_THE_MAIL.includes(error.command));

const backOff = (attempts: number): number => Math.min(2 ** attempts * 2500, 3_600_000);

/** Claims mails that are due; the claim is committed before anything is sent, so that no other process takes them too. */
const claim = async (context: Context): Promise<MailRow[]> => {
  const now = context.clock.now();
  await context.db
    .updateTable('mails')
    .set((eb) => ({
      // A mass mail that may have left is never sent again; the others keep their Message-ID and are tried again.
      state: eb
        .case()
        .when('template', '=', 'mass_mail')
        .then('unknown' as const)
        .else('queued' as const)
        .end(),
      leased_until: null,
    }))
    .where('state', '=', 'sending')
    .where('leased_until', '<', now)
    .execute();
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

const turnOf = (row: MailRow): number => (row.template === 'mass_mail' ? Infinity : row.send_after.getTime());
const ageOf = (row: MailRow): number => row.created_at.getTime();

const render = <T extends MailTemplate>(
  hooks: MailHooks,
  template: T,
  row: MailRow,
  around: MailSurroundings,
): RenderedMail => hooks.renderers[template](row.payload as MailPayloads[T], around);

const finish = async (
  context: Context,
  row: MailRow,
  change: { state: 'sent' | 'failed' | 'cancelled'; error?: string },
) => {
  await context.db
    .updateTable('mails')
    .set({
      state: change.state,
      leased_until: null,
      last_error: change.error ?? null,
      sent_at: change.state === 'sent' ? context.clock.now() : null,
      ...(SECRET.has(row.template) && change.state !== 'failed' ? { payload: '{}' } : {}),
    })
    .where('id', '=', row.id)
    .execute();
};

const fail = async (context: Context, row: MailRow, error: unknown) => {
  const text = error instanceof Error ? error.message.slice(0, 500) : 'unknown error';
  context.log.warn({ mail: row.id, template: row.template, error: text }, 'mail not sent');
  if (permanent(error) || row.attempts >= MOST_ATTEMPTS)
    return finish(context, row, { state: 'failed', error: text });
  await context.db
    .updateTable('mails')
    .set({
      state: 'queued',
      leased_until: null,
      last_error: text,
      send_after: new Date(context.clock.now().getTime() + backOff(row.attempts)),
    })
    .where('id', '=', row.id)
    .execute();
};

/** The firm as a sender; its name may hold what would end a mailbox, as in "Tiger <Prop>". */
const senderOf = ({ firmName, supportEmail }: MailSurroundings): string =>
  `${firmName.replace(/["\\<>\p{Cc}]+/gu, ' ').trim()} <${supportEmail}>`;

const sendOne = async (
  context: Context,
  hooks: MailHooks,
  row: MailRow,
  around: MailSurroundings,
): Promise<void> => {
  try {
    const mail = await hooks.complete(row, render(hooks, row.template as MailTemplate, row, around));
    if (!mail) return await finish(context, row, { state: 'cancelled' });
    await context.mailer.send({
      messageId: `<${row.id}@${new URL(around.publicUrl).hostname}>`,
      from: context.config.mailFrom ?? senderOf(around),
      to: row.recipient_email,
      ...mail,
    });
  } catch (error) {
    return fail(context, row, error);
  }
  await hooks.handedOver(row);
  await finish(context, row, { state: 'sent' });
};

export type MailWorker = {
  wake(): void;
  /** Sends all that is due now and waits for it; for tests and for the last moments of a process. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

/** Sends queued mails until stopped: at once when woken, else every second. */
export const startMailWorker = (context: Context, hooks: MailHooks): MailWorker => {
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;

  const round = async (): Promise<void> => {
    do {
      again = false;
      for (let rows = await claim(context); rows.length > 0 && !stopped; rows = await claim(context)) {
        const around = await hooks.surroundings();
        for (const row of rows) await sendOne(context, hooks, row, around);
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

  const timer = setInterval(() => void run(), POLL_MILLISECONDS);
  timer.unref();
  return {
    wake: () => void (stopped || run()),
    drain: async () => {
      await running;
      await run();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
};
