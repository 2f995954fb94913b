import type { Insertable } from 'kysely';
import type { PackageRow, Schema, UserRow } from '../db/schema.ts';
import type { SignedAddress } from '../payment-addresses/signatures.ts';
import { type Cast, PROMOTED_DAYS_AGO } from './cast.ts';
import { type SentMail, sentMail } from './mails.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;

export type AdminEvent = Omit<Insertable<Schema['admin_events']>, 'id'> & { at: Date };
export type MailingValues = Insertable<Schema['mailings']>;

type Line = Omit<AdminEvent, 'before' | 'after'> & { before?: object; after?: object };

const line = ({ before, after, ...event }: Line): AdminEvent => ({
  ...event,
  before: before ? JSON.stringify(before) : null,
  after: after ? JSON.stringify(after) : null,
});

const ofAdmins = ({ admin, secondAdmin }: Cast, end: Date): AdminEvent[] => {
  const { name, email } = secondAdmin;
  return [
    line({
      at: admin.created_at,
      event: 'first_admin_made',
      actor_id: null,
      subject_kind: 'user',
      subject_id: admin.id,
      after: { role: 'admin', email: admin.email },
    }),
    line({
      at: new Date(end.getTime() - PROMOTED_DAYS_AGO * DAY + 10 * 3_600_000),
      event: 'user_changed',
      actor_id: admin.id,
      subject_kind: 'user',
      subject_id: secondAdmin.id,
      before: { name, email, role: 'user' },
      after: { name, email, role: 'admin' },
    }),
  ];
};

const ofDisabled = ({ admin, members }: Cast): AdminEvent[] =>
  members.flatMap(({ user }) =>
    user.disabled_at
      ? line({
          at: user.disabled_at,
          event: 'user_disabled',
          actor_id: admin.id,
          subject_kind: 'user',
          subject_id: user.id,
          before: { disabled: false },
          after: { disabled: true },
        })
      : [],
  );

const ofAddresses = (rows: readonly SignedAddress[], actorId: string): AdminEvent[] =>
  rows.flatMap(({ id, name, network, address, created_at, withdrawn_at }) => {
    const values = { name, network, address };
    const subject = { actor_id: actorId, subject_kind: 'payment_address' as const, subject_id: id };
    const added = line({ ...subject, at: created_at, event: 'payment_address_added', after: values });
    if (!withdrawn_at) return [added];
    return [
      added,
      line({ ...subject, at: withdrawn_at, event: 'payment_address_withdrawn', before: values }),
    ];
  });

const ofOldPackage = (row: PackageRow, actorId: string): AdminEvent[] => {
  const values = {
    name: row.challenge_type,
    subscriberCount: row.size_cents / 100,
    originalPrice: row.original_price_cents / 100,
    discountedPrice: row.discounted_price_cents / 100,
    phases: row.phases,
    mostPopular: row.most_popular,
    timeLimitDays: row.time_limit_days,
    timeZone: row.time_zone,
  };
  const subject = { actor_id: actorId, subject_kind: 'package' as const, subject_id: row.id };
  const added = line({ ...subject, at: row.created_at, event: 'package_added', after: values });
  if (!row.withdrawn_at) return [added];
  return [added, line({ ...subject, at: row.withdrawn_at, event: 'package_withdrawn', before: values })];
};

const MAILINGS = [
  {
    daysAgo: 251,
    message:
      'You can now pay in Litecoin as well.\n\nThe address is on the payment page of every new order. As always, send the exact amount and upload a screenshot of the confirmation.',
  },
  {
    daysAgo: 64,
    message:
      'Our servers are under maintenance on Saturday from 06:00 to 08:00 UTC. Open positions are not touched; new orders are accepted again from 08:00 UTC.',
  },
] as const;

const isRecipient = (user: UserRow, at: Date): boolean =>
  user.email_verified_at !== null &&
  user.email_verified_at < at &&
  (user.disabled_at === null || user.disabled_at > at) &&
  (user.unsubscribed_at === null || user.unsubscribed_at > at);

type Mailed = { mailing: MailingValues; mails: SentMail[]; event: AdminEvent };

const mailEveryone = (
  random: Random,
  given: { at: Date; message: string; to: readonly UserRow[]; actorId: string },
): Mailed => {
  const { at, message, actorId } = given;
  const id = random.uuid();
  const to = given.to.filter((user) => isRecipient(user, at));
  const mails = to.map((user) => ({
    ...sentMail(random, {
      template: 'mass_mail',
      eventKey: id,
      to: user,
      payload: { name: user.name, message, imageUrls: [], images: [], unsubscribe: '' },
      at,
      delay: random.between(1, 90),
    }),
    mailing_id: id,
  }));
  const event = line({
    at,
    event: 'mass_mail_sent',
    actor_id: actorId,
    subject_kind: 'mailing',
    subject_id: id,
    after: { recipients: to.length, imageUrls: [], images: 0 },
  });
  const mailing = { id, message, image_urls: '[]', images: '[]', created_by: actorId, created_at: at };
  return { mailing, mails, event };
};

/** One mail of the last mailing came back. */
const bounce = (mails: SentMail[]): void => {
  const [unlucky] = mails.slice(-3);
  if (!unlucky) return;
  Object.assign(unlucky, { state: 'failed', sent_at: null, last_error: '550 5.1.1 Mailbox unavailable' });
};

/** What the administrators did apart from accounts in the year that ends at `end`, and the mailings they sent. */
export const officeYear = (
  cast: Cast,
  things: { addresses: readonly SignedAddress[]; oldPackage: PackageRow; end: Date; random: Random },
): { adminEvents: AdminEvent[]; mailings: MailingValues[]; mails: SentMail[] } => {
  const { admin, secondAdmin, members } = cast;
  const { addresses, oldPackage, end, random } = things;
  const everyone = [admin, secondAdmin, ...members.map(({ user }) => user)];
  const mailed = MAILINGS.map(({ daysAgo, message }) =>
    mailEveryone(random, {
      at: new Date(end.getTime() - daysAgo * DAY + 13.2 * 3_600_000),
      message,
      to: everyone,
      actorId: admin.id,
    }),
  );
  bounce(mailed.at(-1)?.mails ?? []);
  return {
    adminEvents: [
      ...ofAdmins(cast, end),
      ...ofDisabled(cast),
      ...ofAddresses(addresses, admin.id),
      ...ofOldPackage(oldPackage, admin.id),
      ...mailed.map(({ event }) => event),
    ],
    mailings: mailed.map(({ mailing }) => mailing),
    mails: mailed.flatMap(({ mails }) => mails),
  };
};
