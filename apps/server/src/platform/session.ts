import { createHash, randomBytes, randomUUID, type webcrypto } from 'node:crypto';
import type { Actor } from '@firmament/rules';
import { jwtVerify, SignJWT } from 'jose';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/schema.ts';
import { findKey, type Key } from '../secrets/keys.ts';
import type { RequestFacts } from './request.ts';

const ISSUER = 'firmament';
const AUDIENCE = 'firmament-api';
const TYPE = 'at+jwt';
const DAY = 86_400_000;

/** Lives of a session in milliseconds: idle and at most. Source: NIST SP 800-63B, AAL1 and AAL2. */
const LIFE = { user: { idle: DAY, most: 7 * DAY }, admin: { most: DAY / 2 } } as const;
const TOUCH_EVERY = 60_000;
const MOST_SESSIONS = 10;

export type SignedIn = {
  sessionId: string;
  userId: string;
  name: string;
  email: string;
  role: 'user' | 'admin';
  emailVerified: boolean;
  twoFactor: boolean;
  /** When this session last gave a second factor. */
  steppedUpAt: Date | null;
  /** The secret part of the caller's token; never stored, never sent on. */
  sid: string;
};

/** The caller as the rules see them at this instant. */
export const actorOf = (session: SignedIn | null, now: Date): Actor =>
  session
    ? {
        kind: 'user',
        id: session.userId,
        role: session.role,
        emailVerified: session.emailVerified,
        twoFactor: session.twoFactor,
        sinceStepUp: session.steppedUpAt && now.getTime() - session.steppedUpAt.getTime(),
      }
    : { kind: 'visitor' };

/** Keys imported once: a raw key would cost more than the rest of a call. */
const imported = new WeakMap<Key, Promise<webcrypto.CryptoKey>>();
const signingKey = (key: Key): Promise<webcrypto.CryptoKey> => {
  const known = imported.get(key);
  if (known) return known;
  const made = crypto.subtle.importKey(
    'raw',
    new Uint8Array(key.bytes),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  imported.set(key, made);
  return made;
};

const hashOf = (sid: string): string => createHash('sha256').update(sid).digest('hex');

type TokenUser = {
  id: string;
  email: string;
  name: string;
  role: 'user' | 'admin';
  email_verified_at: Date | null;
  time_zone: string | null;
};

const sign = async (
  context: Context,
  user: TokenUser,
  sid: string,
  issued: Date,
  expires: Date,
): Promise<string> => {
  const { id: kid } = context.keys['session-token'].current;
  const key = await signingKey(context.keys['session-token'].current);
  return new SignJWT({
    _id: user.id,
    email: user.email,
    role: user.role,
    name: user.name,
    emailVerified: user.email_verified_at !== null,
    timeZone: user.time_zone,
    sid,
  })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(Math.floor(issued.getTime() / 1000))
    .setExpirationTime(Math.floor(expires.getTime() / 1000))
    .sign(key);
};

/**
 * Opens a session and returns its token: a JWT with _id, email, role, name, emailVerified, timeZone (all that the client
 * reads; the server trusts only the session row behind it). The oldest sessions beyond ten end.
 */
export const startSession = async (
  context: Context,
  tx: Tx,
  user: TokenUser,
  request: RequestFacts,
): Promise<string> => {
  const now = context.clock.now();
  const sid = randomBytes(16).toString('base64url');
  const expires = new Date(now.getTime() + LIFE[user.role].most);
  const id = randomUUID();
  await tx
    .insertInto('sessions')
    .values({
      id,
      user_id: user.id,
      token_hash: hashOf(sid),
      ip: request.ip,
      user_agent: request.userAgent,
      created_at: now,
      last_seen_at: now,
      expires_at: expires,
    })
    .execute();
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .where('id', '!=', id)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(MOST_SESSIONS - 1)
    .execute();
  if (open.length > 0) {
    await tx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where(
        'id',
        'in',
        open.map((row) => row.id),
      )
      .execute();
  }
  return sign(context, user, sid, now, expires);
};

/** A new token for the same session, after the user's name or address changed. The old one stays good as well. */
export const renewToken = async (
  context: Context,
  tx: Tx,
  user: TokenUser,
  session: SignedIn,
): Promise<string> => {
  const now = context.clock.now();
  const row = await tx
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', session.sessionId)
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return sign(context, user, session.sid, now, row.expires_at);
};

/** Marks a session: its second factor was given just now. */
export const markSteppedUp = async (tx: Tx, sessionId: string, now: Date): Promise<void> => {
  await tx.updateTable('sessions').set({ stepped_up_at: now }).where('id', '=', sessionId).execute();
};

/** Ends sessions of a user: all, or all but one. */
export const endSessions = async (tx: Tx, userId: string, now: Date, except?: string): Promise<void> => {
  let query = tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except) query = query.where('id', '!=', except);
  await query.execute();
};

/** Ends one session of a user; false when there is none. */
export const endSession = async (tx: Tx, userId: string, sessionId: string, now: Date): Promise<boolean> => {
  const result = await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

const readSid = async (context: Context, token: string): Promise<string | null> => {
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key =
          typeof header.kid === 'string' ? findKey(context.keys['session-token'], header.kid) : null;
        if (!key) throw new Error('unknown key');
        return signingKey(key);
      },
      {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'iat'],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: context.clock.now(),
      },
    );
    return typeof payload.sid === 'string' ? payload.sid : null;
  } catch {
    return null;
  }
};

const findSession = (db: Db, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'sessions.stepped_up_at',
      'users.id as user_id',
      'users.name',
      'users.email',
      'users.role',
      'users.email_verified_at',
      'users.two_factor_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.ended_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();

/** How long a session lives without a call, in milliseconds. */
export const idleLife = (context: Context, role: 'user' | 'admin'): number =>
  role === 'admin' ? context.config.adminIdleMinutes * 60_000 : LIFE.user.idle;

/** The session behind an Authorization header, or null. Role and verification come from the user's row, never from the token. */
export const readSession = async (
  context: Context,
  authorization: string | undefined,
): Promise<SignedIn | null> => {
  const token = /^Bearer ([A-Za-z0-9._-]{20,4096})$/.exec(authorization ?? '')?.[1];
  const sid = token ? await readSid(context, token) : null;
  if (!sid) return null;
  const row = await findSession(context.db, hashOf(sid));
  if (!row) return null;
  const now = context.clock.now().getTime();
  const idle = idleLife(context, row.role);
  if (now >= row.expires_at.getTime() || now - row.last_seen_at.getTime() > idle) return null;
  if (now - row.last_seen_at.getTime() > TOUCH_EVERY) {
    await context.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(now) })
      .where('id', '=', row.id)
      .execute();
  }
  return {
    sessionId: row.id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    emailVerified: row.email_verified_at !== null,
    twoFactor: row.two_factor_at !== null,
    steppedUpAt: row.stepped_up_at,
    sid,
  };
};
