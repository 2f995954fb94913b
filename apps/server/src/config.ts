import { resolve } from 'node:path';
import { routes } from '@firmament/contract';

/** A variable of the environment is wrong; the message is one line: the variable, its fault, the remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  constructor(message: string) {
    super(message.replace(/\s+/g, ' '));
  }
}

export type Role = 'web' | 'worker';
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the environment decides; `docs/operations.md` explains each variable to the operator. */
export type Config = {
  /** `NODE_ENV=production` */
  isProduction: boolean;
  host: string;
  port: number;
  /** Origin and path prefix of all links in mails, without a slash at its end. */
  publicUrl: string;
  /** Absolute path. */
  dataDir: string;
  /** null = the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** The owner of the tables, for migrations alone; null = `databaseUrl` owns them. */
  databaseOwnerUrl: string | null;
  /** null = mails are written to the outbox in `dataDir`. */
  smtpUrl: string | null;
  /** Null = the firm's own address decides. */
  mailFrom: string | null;
  firstAdmin: { email: string; password: string } | null;
  /** null = generated in `dataDir`, see `loadSecrets`. */
  secretKey: string | null;
  secretKeyPrevious: string | null;
  demo: boolean;
  roles: ReadonlySet<Role>;
  /** Absolute path of the folder of uploaded images. */
  filesDir: string;
  /** Number of proxies whose X-Forwarded-For entries are believed, counted from the right. */
  trustProxy: number;
  refuseCommonPasswords: boolean;
  /** Multiplies every limit but those on code tries. */
  rateScale: number;
  reminderAfterMinutes: number;
  adminIdleMinutes: number;
  /** Administrators reach nothing of the administration without two-factor sign-in. */
  requireAdminTwoFactor: boolean;
  mailIncludesMt5Password: boolean;
  /** How long payers do not see a changed payment address yet, unless a second administrator confirms it. */
  addressChangeDelayMinutes: number;
  /** Where the worker writes a backup each so many hours, and how many it keeps; null = nowhere. */
  backup: { dir: string; hours: number; keep: number } | null;
  /** How long a stop goes on taking calls while /readyz says 503 already, so that a proxy can turn away. */
  drainSeconds: number;
  logLevel: LogLevel;
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const ROLES: readonly Role[] = ['web', 'worker'];
const NAMES = [
  ...[
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'ADMIN_EMAIL',
  ],
  ...['ADMIN_PASSWORD', 'SECRET_KEY', 'SECRET_KEY_PREVIOUS', 'DEMO', 'ROLES', 'FILES_URL', 'TRUST_PROXY'],
  ...['REFUSE_COMMON_PASSWORDS', 'RATE_SCALE', 'REMINDER_AFTER_MINUTES', 'ADMIN_IDLE_MINUTES', 'LOG_LEVEL'],
  ...['MAIL_INCLUDE_MT5_PASSWORD', 'ALLOW_NO_PUBLIC_URL', 'ALLOW_NO_SMTP', 'REQUIRE_ADMIN_2FA'],
  ...['BACKUP_DIR', 'BACKUP_HOURS', 'BACKUP_KEEP', 'ADDRESS_CHANGE_DELAY_MINUTES', 'DRAIN_SECONDS'],
];
const SHORTEST_SECRET = 32;
/** Minutes after which an admin's session ends without a call, with REQUIRE_ADMIN_2FA and without. */
const IDLE_MINUTES = { strict: 30, usual: 480 };

/**
 * Reads the configuration from the environment; an empty value counts as unset.
 *
 * @throws {ConfigError} at the first wrong value, and for a variable that is nearly one of ours
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  refuseMisspelled(env);
  const isProduction = env.NODE_ENV === 'production';
  const port = readInteger(env, 'PORT', 3000, 0, 65_535);
  const dataDir = resolve(read(env, 'DATA_DIR') ?? './data');
  const databaseUrl = readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const databaseOwnerUrl = readUrl(env, 'DATABASE_OWNER_URL', ['postgres:', 'postgresql:']);
  if (databaseOwnerUrl !== null && databaseUrl === null)
    throw new ConfigError('DATABASE_OWNER_URL is set without DATABASE_URL: set both or neither.');
  const publicUrl = readPublicUrl(env, port);
  const smtpUrl = readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  const requireAdminTwoFactor = readSwitch(env, 'REQUIRE_ADMIN_2FA', false);
  if (isProduction) refuseUnfitForProduction(env, smtpUrl);
  return {
    isProduction,
    host: read(env, 'HOST') ?? '127.0.0.1',
    port,
    publicUrl,
    dataDir,
    databaseUrl,
    databaseOwnerUrl,
    smtpUrl,
    mailFrom: readMailFrom(env),
    firstAdmin: readFirstAdmin(env),
    ...readSecretKeys(env),
    demo: readSwitch(env, 'DEMO', !isProduction && databaseUrl === null),
    roles: readRoles(env),
    filesDir: readFilesDir(env, dataDir),
    trustProxy: readTrustProxy(env),
    refuseCommonPasswords: readSwitch(env, 'REFUSE_COMMON_PASSWORDS', isProduction),
    rateScale: readRateScale(env),
    reminderAfterMinutes: readInteger(env, 'REMINDER_AFTER_MINUTES', 60, 0, 525_600),
    adminIdleMinutes: readInteger(
      env,
      'ADMIN_IDLE_MINUTES',
      requireAdminTwoFactor ? IDLE_MINUTES.strict : IDLE_MINUTES.usual,
      1,
      525_600,
    ),
    requireAdminTwoFactor,
    mailIncludesMt5Password: readSwitch(env, 'MAIL_INCLUDE_MT5_PASSWORD', false),
    addressChangeDelayMinutes: readInteger(env, 'ADDRESS_CHANGE_DELAY_MINUTES', 0, 0, 10_080),
    backup: readBackup(env),
    drainSeconds: readInteger(env, 'DRAIN_SECONDS', isProduction ? 2 : 0, 0, 60),
    logLevel: readLogLevel(env),
  };
}

function read(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function readInteger(
  env: NodeJS.ProcessEnv,
  name: string,
  initial: number,
  least: number,
  most: number,
): number {
  const value = read(env, name);
  if (value === null) return initial;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new ConfigError(
      `${name} is "${value}", which is not a whole number from ${least} to ${most}: correct it or unset it (default ${initial}).`,
    );
  }
  return number;
}

function readSwitch(env: NodeJS.ProcessEnv, name: string, initial: boolean): boolean {
  const value = read(env, name)?.toLowerCase();
  if (value === undefined) return initial;
  if (value === '1' || value === 'true') return true;
  if (value === '0' || value === 'false') return false;
  throw new ConfigError(`${name} is "${value}": set it to 1 or true, to 0 or false, or unset it.`);
}

/** Reads a URL that may hold a password, so that messages never quote it. */
function readUrl(env: NodeJS.ProcessEnv, name: string, protocols: string[]): string | null {
  const value = read(env, name);
  if (value === null) return null;
  const form = `${protocols[0]}//user:password@host:port${name.startsWith('DATABASE_') ? '/database' : ''}`;
  if (!URL.canParse(value)) throw new ConfigError(`${name} is not a URL: write it as ${form}.`);
  const url = new URL(value);
  if (!protocols.includes(url.protocol)) {
    throw new ConfigError(
      `${name} begins with "${url.protocol}//", which is not served: write it as ${form}.`,
    );
  }
  if (name === 'SMTP_URL' && url.hostname === '') {
    throw new ConfigError(`${name} names no host: write it as ${form}.`);
  }
  return value;
}

const localUrl = (port: number): string => `http://localhost:${port}`;

/** The links follow the port that was really opened (PORT=0 takes a free one), unless PUBLIC_URL says where they lead. */
export function bindTo(config: Config, port: number): void {
  if (config.publicUrl === localUrl(config.port)) config.publicUrl = localUrl(port);
}

function readPublicUrl(env: NodeJS.ProcessEnv, port: number): string {
  const value = read(env, 'PUBLIC_URL');
  if (value === null) return localUrl(port);
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ConfigError(
      `PUBLIC_URL is "${value}", which is not a web address: write it as https://your.domain.`,
    );
  }
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new ConfigError('PUBLIC_URL holds a user, a query or a fragment: leave only https://your.domain.');
  }
  if (url.pathname !== '/') {
    throw new ConfigError(
      `PUBLIC_URL has the path "${url.pathname}": the application is served at the root of a host, as https://your.domain.`,
    );
  }
  return url.origin;
}

function refuseUnfitForProduction(env: NodeJS.ProcessEnv, smtpUrl: string | null): void {
  if (read(env, 'PUBLIC_URL') === null && !readSwitch(env, 'ALLOW_NO_PUBLIC_URL', false)) {
    throw new ConfigError(
      'PUBLIC_URL is not set, so links in mails would lead nowhere: set it to the address your users open, or set ALLOW_NO_PUBLIC_URL=true.',
    );
  }
  if (smtpUrl === null && !readSwitch(env, 'ALLOW_NO_SMTP', false)) {
    throw new ConfigError(
      'SMTP_URL is not set, so no mail would reach anyone: set it to your mail server, or set ALLOW_NO_SMTP=true.',
    );
  }
}

function readMailFrom(env: NodeJS.ProcessEnv): string | null {
  const value = read(env, 'MAIL_FROM');
  if (value === null) return null;
  if (!/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value)) {
    throw new ConfigError(
      `MAIL_FROM is "${value}", which is not a mail address: write it as name@your.domain or Your Firm <name@your.domain>.`,
    );
  }
  return value;
}

function readFirstAdmin(env: NodeJS.ProcessEnv): Config['firstAdmin'] {
  const email = read(env, 'ADMIN_EMAIL');
  const password = env.ADMIN_PASSWORD === '' ? undefined : env.ADMIN_PASSWORD;
  if (email === null && password === undefined) return null;
  if (email === null)
    throw new ConfigError('ADMIN_PASSWORD is set without ADMIN_EMAIL: set both or neither.');
  if (password === undefined) {
    throw new ConfigError('ADMIN_EMAIL is set without ADMIN_PASSWORD: set both or neither.');
  }
  const signIn = routes['POST /auth/login'].body.shape;
  if (!signIn.email.safeParse(email).success) {
    throw new ConfigError(
      `ADMIN_EMAIL is "${email}", which is not a mail address: write it as name@your.domain.`,
    );
  }
  if (!signIn.password.safeParse(password).success || Buffer.byteLength(password) > 1024) {
    throw new ConfigError(
      'ADMIN_PASSWORD has fewer than 6 characters or more than 1024 bytes: choose another one.',
    );
  }
  return { email, password };
}

function readSecretKeys(env: NodeJS.ProcessEnv): Pick<Config, 'secretKey' | 'secretKeyPrevious'> {
  const secretKey = readSecretKey(env, 'SECRET_KEY');
  const secretKeyPrevious = readSecretKey(env, 'SECRET_KEY_PREVIOUS');
  if (secretKey !== null && secretKey === secretKeyPrevious) {
    throw new ConfigError(
      'SECRET_KEY_PREVIOUS equals SECRET_KEY: set it to the key used before, or unset it.',
    );
  }
  return { secretKey, secretKeyPrevious };
}

function readSecretKey(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = read(env, name);
  if (value === null) return null;
  const remedy = 'use the output of: openssl rand -base64 32';
  if (value.length < SHORTEST_SECRET) {
    throw new ConfigError(`${name} has ${value.length} characters, fewer than ${SHORTEST_SECRET}: ${remedy}`);
  }
  if (new Set(value).size < 10) throw new ConfigError(`${name} repeats a few characters: ${remedy}`);
  return value;
}

function readRoles(env: NodeJS.ProcessEnv): ReadonlySet<Role> {
  const value = read(env, 'ROLES');
  if (value === null) return new Set(ROLES);
  const names = value.split(',').map((name) => name.trim());
  const roles = ROLES.filter((role) => names.includes(role));
  if (roles.length !== names.length) {
    throw new ConfigError(`ROLES is "${value}": set it to web, to worker, or to web,worker.`);
  }
  return new Set(roles);
}

function readFilesDir(env: NodeJS.ProcessEnv, dataDir: string): string {
  const value = read(env, 'FILES_URL');
  if (value === null) return resolve(dataDir, 'uploads');
  if (value.startsWith('s3://')) {
    throw new ConfigError(
      'FILES_URL begins with "s3://", which this version does not serve yet: set it to a folder, or unset it.',
    );
  }
  if (value.startsWith('file://')) return resolve(decodeURIComponent(new URL(value).pathname));
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(value)) {
    throw new ConfigError(
      'FILES_URL is neither a folder nor a file:// URL: set it to a folder, or unset it.',
    );
  }
  return resolve(value);
}

function readBackup(env: NodeJS.ProcessEnv): Config['backup'] {
  const dir = read(env, 'BACKUP_DIR');
  const hours = readInteger(env, 'BACKUP_HOURS', 24, 1, 8_760);
  const keep = readInteger(env, 'BACKUP_KEEP', 7, 1, 1_000);
  return dir === null ? null : { dir: resolve(dir), hours, keep };
}

function readTrustProxy(env: NodeJS.ProcessEnv): number {
  const value = read(env, 'TRUST_PROXY');
  if (value !== null && !/^\d+$/.test(value)) {
    throw new ConfigError(
      `TRUST_PROXY is "${value}": set it to the number of proxies in front of the server, as 1, or unset it (default 0).`,
    );
  }
  return readInteger(env, 'TRUST_PROXY', 0, 0, 10);
}

function readRateScale(env: NodeJS.ProcessEnv): number {
  const value = read(env, 'RATE_SCALE');
  if (value === null) return 1;
  const scale = Number(value);
  if (!(scale > 0 && scale <= 1_000_000)) {
    throw new ConfigError(
      `RATE_SCALE is "${value}", which is not a number above 0 up to 1000000: correct it or unset it (default 1).`,
    );
  }
  return scale;
}

function readLogLevel(env: NodeJS.ProcessEnv): LogLevel {
  const value = read(env, 'LOG_LEVEL');
  if (value === null) return 'info';
  const level = LOG_LEVELS.find((name) => name === value.toLowerCase());
  if (level === undefined)
    throw new ConfigError(`LOG_LEVEL is "${value}": set it to one of ${LOG_LEVELS.join(', ')}.`);
  return level;
}

/**
 * The environment belongs to the whole machine, so an unknown variable is no fault of ours, unless it shares
 * the first word of one of our names and differs from it by one or two letters.
 */
function refuseMisspelled(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    if (NAMES.includes(name)) continue;
    const word = `${name.split('_')[0]}_`;
    const meant = NAMES.find((known) => known.startsWith(word) && editDistance(name, known) <= 2);
    if (meant !== undefined) {
      throw new ConfigError(`${name} is not a variable of this program: write ${meant}, or unset it.`);
    }
  }
}

/** Levenshtein distance of two short strings. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
