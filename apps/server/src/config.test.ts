import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_FOLDER } from '../test/postgres.ts';
import { ConfigError, readConfig } from './config.ts';
import { loadSecrets } from './secrets/load.ts';

const KEY = 'q8Jm2xV5cN0bT7rLw4Ys1Ku9Hd3Gf6Pz';

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toEqual({
      isProduction: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('data'),
      databaseUrl: null,
      databaseOwnerUrl: null,
      smtpUrl: null,
      mailFrom: null,
      firstAdmin: null,
      secretKey: null,
      secretKeyPrevious: null,
      demo: true,
      roles: new Set(['web', 'worker']),
      filesDir: resolve('data/uploads'),
      trustProxy: 0,
      refuseCommonPasswords: false,
      rateScale: 1,
      reminderAfterMinutes: 60,
      adminIdleMinutes: 480,
      addressChangeDelayMinutes: 0,
      requireAdminTwoFactor: false,
      mailIncludesMt5Password: false,
      backup: null,
      drainSeconds: 0,
      logLevel: 'info',
    });
  });

  it('reads every variable', () => {
    const config = readConfig({
      NODE_ENV: 'production',
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://firm.example/',
      DATA_DIR: '/srv/firm',
      DATABASE_URL: 'postgres://u:p@db/firm',
      SMTP_URL: 'smtps://u:p@mail.example:465',
      MAIL_FROM: 'The Firm <hello@firm.example>',
      ADMIN_EMAIL: 'admin@firm.example',
      ADMIN_PASSWORD: ' six 6 ',
      SECRET_KEY: KEY,
      SECRET_KEY_PREVIOUS: `${KEY}old`,
      DEMO: '0',
      ROLES: 'worker',
      FILES_URL: 'file:///srv/up%20loads',
      TRUST_PROXY: '2',
      REFUSE_COMMON_PASSWORDS: 'false',
      RATE_SCALE: '0.5',
      REMINDER_AFTER_MINUTES: '5',
      ADMIN_IDLE_MINUTES: '30',
      MAIL_INCLUDE_MT5_PASSWORD: 'true',
      REQUIRE_ADMIN_2FA: '0',
      DRAIN_SECONDS: '5',
      LOG_LEVEL: 'WARN',
    });
    expect(config).toMatchObject({
      isProduction: true,
      port: 8080,
      publicUrl: 'https://firm.example',
      firstAdmin: { email: 'admin@firm.example', password: ' six 6 ' },
      secretKeyPrevious: `${KEY}old`,
      demo: false,
      roles: new Set(['worker']),
      filesDir: '/srv/up loads',
      trustProxy: 2,
      refuseCommonPasswords: false,
      rateScale: 0.5,
      mailIncludesMt5Password: true,
      drainSeconds: 5,
      logLevel: 'warn',
    });
  });

  it('ends sessions of administrators sooner where they need two-factor sign-in, unless told otherwise', () => {
    expect(readConfig({ REQUIRE_ADMIN_2FA: 'true' })).toMatchObject({
      requireAdminTwoFactor: true,
      adminIdleMinutes: 30,
    });
    expect(readConfig({ REQUIRE_ADMIN_2FA: '1', ADMIN_IDLE_MINUTES: '90' }).adminIdleMinutes).toBe(90);
  });

  it('shows the demo neither in production nor on a database of the operator', () => {
    const production = { NODE_ENV: 'production', ALLOW_NO_PUBLIC_URL: 'true', ALLOW_NO_SMTP: 'true' };
    expect(readConfig(production)).toMatchObject({ demo: false, refuseCommonPasswords: true });
    expect(readConfig({ DATABASE_URL: 'postgres://db/firm' }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL: 'postgres://db/firm', DEMO: '1' }).demo).toBe(true);
  });

  it('takes an empty value as unset and leaves the variables of others alone', () => {
    const env = { PORT: '', SMTP_URL: ' ', DATA_VOLUME: 'x', MAIL: 'x', PUBLIC_KEY_PATH: 'x', PORTS: 'x' };
    expect(readConfig(env).port).toBe(3000);
  });

  it.each([
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PUBLIC_URL: 'firm.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'ftp://firm.example' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://firm.example/app' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://firm.example/?a=1' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'mysql://u:hush@db/firm' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'hush' }, 'DATABASE_URL'],
    [{ SMTP_URL: 'http://u:hush@mail' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'MAIL_FROM'],
    [{ ADMIN_EMAIL: 'admin@firm.example' }, 'ADMIN_EMAIL'],
    [{ ADMIN_PASSWORD: 'hush-hush' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_EMAIL: 'admin', ADMIN_PASSWORD: 'hush-hush' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD: 'hush-hush' }, 'ADMIN_EMAIL'],
    [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'hush' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'é'.repeat(600) }, 'ADMIN_PASSWORD'],
    [{ REQUIRE_ADMIN_2FA: 'yes' }, 'REQUIRE_ADMIN_2FA'],
    [{ SECRET_KEY: 'hush' }, 'SECRET_KEY'],
    [{ SECRET_KEY: 'hush'.repeat(20) }, 'SECRET_KEY'],
    [{ SECRET_KEY: KEY, SECRET_KEY_PREVIOUS: KEY }, 'SECRET_KEY_PREVIOUS'],
    [{ DEMO: 'maybe' }, 'DEMO'],
    [{ ROLES: 'web,cook' }, 'ROLES'],
    [{ FILES_URL: 's3://bucket' }, 'FILES_URL'],
    [{ FILES_URL: 'https://files.example' }, 'FILES_URL'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '11' }, 'TRUST_PROXY'],
    [{ REFUSE_COMMON_PASSWORDS: 'yes' }, 'REFUSE_COMMON_PASSWORDS'],
    [{ RATE_SCALE: '0' }, 'RATE_SCALE'],
    [{ RATE_SCALE: 'NaN' }, 'RATE_SCALE'],
    [{ REMINDER_AFTER_MINUTES: '1.5' }, 'REMINDER_AFTER_MINUTES'],
    [{ ADMIN_IDLE_MINUTES: '0' }, 'ADMIN_IDLE_MINUTES'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ NODE_ENV: 'production', SMTP_URL: 'smtp://mail' }, 'PUBLIC_URL'],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'https://firm.example' }, 'SMTP_URL'],
    [{ DATABSE_URL: 'postgres://u:hush@db/firm' }, 'never'],
    [{ DATABASE_URI: 'postgres://u:hush@db/firm' }, 'DATABASE_URI'],
    [{ SMTP_ULR: 'smtp://u:hush@mail' }, 'SMTP_ULR'],
    [{ ALLOW_NO_SMPT: 'true' }, 'ALLOW_NO_SMPT'],
  ])('refuses %j in one line', (env, name) => {
    if (name === 'never') {
      // Its first word is none of ours, so it may belong to another program.
      expect(() => readConfig(env)).not.toThrow();
      return;
    }
    let message = '';
    try {
      readConfig(env);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = error instanceof Error ? error.message : '';
    }
    expect(message.startsWith(`${name} `)).toBe(true);
    expect(message).not.toMatch(/hush|\n|\r/);
    expect(message).toMatch(/: (?!$)/);
  });
});

describe('loadSecrets', () => {
  let folder: string;

  beforeAll(() => {
    mkdirSync(TEST_FOLDER, { recursive: true });
    folder = mkdtempSync(join(TEST_FOLDER, 'secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('makes a key once and keeps it from others', () => {
    const dataDir = join(folder, 'data');
    const config = { dataDir, secretKey: null, secretKeyPrevious: null };
    const first = loadSecrets(config);
    expect(Buffer.from(first.current, 'base64url')).toHaveLength(32);
    expect(loadSecrets(config)).toEqual(first);
    expect(first).toMatchObject({ previous: null, isFromDataDir: true });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(`${first.current}\n`);
  });

  it('refuses an emptied key file rather than make another key', () => {
    const dataDir = join(folder, 'broken');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'secret.key'), '');
    expect(() => loadSecrets({ dataDir, secretKey: null, secretKeyPrevious: null })).toThrow(ConfigError);
  });

  it('prefers the keys of the environment', () => {
    const config = { dataDir: join(folder, 'unused'), secretKey: KEY, secretKeyPrevious: `${KEY}old` };
    expect(loadSecrets(config)).toEqual({ current: KEY, previous: `${KEY}old`, isFromDataDir: false });
    expect(statSync(config.dataDir, { throwIfNoEntry: false })).toBeUndefined();
  });
});
