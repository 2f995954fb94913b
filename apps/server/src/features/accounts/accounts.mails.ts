import { type AccountEffect, type Stage, tierLabel } from '@firmament/rules';
import type { AccountRow, Tx } from '../../db/schema.ts';
import { cancelWaitingMails, queueMail } from '../../platform/mails.ts';

/** How long a change can be undone, and the mail of a change of stage waits, in milliseconds. */
export const UNDO_MILLISECONDS = 10_000;

type Recipient = { id: string; email: string; name: string };
type Told = { before: AccountRow; after: AccountRow; effects: readonly AccountEffect[]; now: Date };

const recipientOf = (tx: Tx, account: AccountRow): Promise<Recipient> =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', account.user_id)
    .executeTakeFirstOrThrow();

/** What every mail about an account tells of it. */
export const accountMail = (account: AccountRow, name: string) => ({
  name,
  packageName: account.challenge_type,
  tier: tierLabel(account.account_size_cents),
  accountSize: account.account_size_cents,
  accountId: account.id,
});

/** The stage that the trader knows of: the one before a mail that still waits, else the one before this change. */
const knownStage = async (tx: Tx, before: AccountRow): Promise<Stage> => {
  const waiting = await tx
    .selectFrom('mails')
    .select('payload')
    .where('account_id', '=', before.id)
    .where('template', '=', 'stage_changed')
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  const previous = waiting?.payload.previous;
  return previous === 'phase1' || previous === 'phase2' || previous === 'live' ? previous : before.stage;
};

const queueStageMail = async (tx: Tx, { after, now }: Told, to: Recipient, known: Stage) => {
  if (known === after.stage) return;
  await queueMail(tx, {
    template: 'stage_changed',
    eventKey: `${after.id}|${after.version}`,
    recipient: to,
    accountId: after.id,
    now,
    sendAfter: new Date(now.getTime() + UNDO_MILLISECONDS),
    payload: {
      ...accountMail(after, to.name),
      stage: after.stage,
      previous: known,
      login: after.account_number,
    },
  });
};

const queueEffect = async (
  tx: Tx,
  effect: Exclude<AccountEffect, 'stage_changed'>,
  told: Told,
  to: Recipient,
  place: number,
) => {
  const { after, now } = told;
  const common = accountMail(after, to.name);
  const mail = {
    eventKey: `${after.id}|${after.version}`,
    recipient: to,
    accountId: after.id,
    // Mails of one change go out in the order of their effects: "being prepared" before "ready".
    now: new Date(now.getTime() + place),
    sendAfter: now,
  };
  switch (effect) {
    case 'payment_received':
      return queueMail(tx, { ...mail, template: effect, payload: { ...common, price: after.price_cents } });
    case 'payment_verified':
      return queueMail(tx, { ...mail, template: effect, payload: common });
    case 'payment_rejected':
      return queueMail(tx, {
        ...mail,
        template: effect,
        payload: { ...common, reason: after.rejection_reason },
      });
    case 'credentials_ready': {
      const payload = { ...common, login: after.account_number ?? '', server: after.server ?? '' };
      return queueMail(tx, { ...mail, template: effect, payload });
    }
    case 'breach': {
      const payload = { ...common, reason: after.failure_reason ?? '', login: after.account_number };
      return queueMail(tx, { ...mail, template: effect, payload });
    }
  }
};

/**
 * Queues one mail for each effect of a change. A change of stage takes back the mail of an earlier one that still waits; where
 * the stage is again what the trader knows, none goes out.
 */
export const queueEffects = async (tx: Tx, told: Told): Promise<void> => {
  const stageChanged = told.before.stage !== told.after.stage;
  if (told.effects.length === 0 && !stageChanged) return;
  const to = await recipientOf(tx, told.after);
  if (stageChanged) {
    const known = await knownStage(tx, told.before);
    await cancelWaitingMails(tx, told.after.id, 'stage_changed');
    if (told.effects.includes('stage_changed')) await queueStageMail(tx, told, to, known);
  }
  for (const [place, effect] of told.effects.entries()) {
    if (effect !== 'stage_changed') await queueEffect(tx, effect, told, to, place);
  }
};

/** Takes back every mail of an account that was not handed over yet. */
export const cancelMailsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx
    .updateTable('mails')
    .set({ state: 'cancelled' })
    .where('account_id', '=', accountId)
    .where('state', '=', 'queued')
    .execute();
};
