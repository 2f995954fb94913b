import type { UserRow } from '../db/schema.ts';
import { type SentMail, sentMail } from './mails.ts';
import { MAIN_TRADER, NEW_TRADER, type Person, TRADERS } from './people.ts';
import { createRandom, type Random } from './random.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** A registered person with what they bought, and a source of numbers of their own. */
export type Member = { user: UserRow; person: Person; random: Random; mails: SentMail[] };
export type Cast = { admin: UserRow; secondAdmin: UserRow; members: Member[] };

type Registration = { name: string; email: string; at: Date; isVerified: boolean };

const register = (random: Random, passwordHash: string, given: Registration): UserRow => {
  const { name, email, at, isVerified } = given;
  return {
    id: random.uuid(),
    email,
    email_key: email,
    name: name.normalize('NFC'),
    password_hash: passwordHash,
    role: 'user',
    email_verified_at: isVerified ? new Date(at.getTime() + random.between(40, 500) * 1000) : null,
    disabled_at: null,
    closed_at: null,
    unsubscribed_at: null,
    time_zone: null,
    code_tries: 0,
    two_factor_at: null,
    totp_secret: null,
    totp_step: null,
    version: 1,
    created_at: at,
    updated_at: at,
  };
};

/** The mail with the code; what it held is gone since it was handed over. */
const codeMail = (user: UserRow, random: Random): SentMail =>
  sentMail(random, {
    template: 'verification_code',
    eventKey: random.uuid(),
    to: user,
    payload: {},
    at: user.created_at,
    delay: 1,
  });

const join = (person: Person, seed: number, end: Date, passwordHash: string): Member => {
  const random = createRandom(seed);
  const spread = person.daysAgo > 3 ? 1200 : 50;
  const at = new Date(end.getTime() - person.daysAgo * DAY + random.between(0, spread) * MINUTE);
  const isVerified = person.is !== 'unverified';
  const user = register(random, passwordHash, { ...person, at, isVerified });
  if (person.is === 'disabled') user.disabled_at = new Date(end.getTime() - 150 * DAY + 11 * 60 * MINUTE);
  if (person.is === 'unsubscribed')
    user.unsubscribed_at = new Date(end.getTime() - 5 * DAY + 14 * 60 * MINUTE);
  if (user.disabled_at) Object.assign(user, { version: 2, updated_at: user.disabled_at });
  return { user, person, random, mails: [codeMail(user, random)] };
};

/** When the second administrator got the role, in days before the end. */
export const PROMOTED_DAYS_AGO = 199;

const makeAdmin = (
  random: Random,
  passwordHash: string,
  end: Date,
  daysAgo: number,
  given: [string, string],
) => {
  const [name, email] = given;
  const at = new Date(end.getTime() - daysAgo * DAY + 8 * 60 * MINUTE);
  const user = register(random, passwordHash, { name, email, at, isVerified: true });
  return { ...user, role: 'admin' as const };
};

/** Everybody of the demonstration, registered over the year that ends at `end`. All share one password. */
export const castOf = (seed: number, end: Date, passwordHash: string): Cast => {
  const random = createRandom(seed);
  const admin = makeAdmin(random, passwordHash, end, 366, ['Ingrid Halvorsen', 'admin@firmament.example']);
  admin.email_verified_at = admin.created_at;
  const second = makeAdmin(random, passwordHash, end, 205, ['Dev Patel', 'dev.patel@firmament.example']);
  const promoted = new Date(end.getTime() - PROMOTED_DAYS_AGO * DAY + 10 * 60 * MINUTE);
  const people = [MAIN_TRADER, NEW_TRADER, ...TRADERS];
  return {
    admin,
    secondAdmin: { ...second, version: 2, updated_at: promoted },
    members: people.map((person, index) => join(person, seed + 1 + index, end, passwordHash)),
  };
};
