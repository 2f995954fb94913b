import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBuiltServer } from '../apps/server/test/built-server.ts';
import { TEST_FOLDER } from '../apps/server/test/postgres.ts';
import { ensureBuilt } from '../scripts/build.mjs';

const PASSWORD = 'correct horse battery';

/** One call of the API with a JSON body. */
export async function call(url, method, path, body, token) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: await answer.json() };
}

/** The code in the mail to an address, which lies in the outbox. */
async function codeOf(outbox, email) {
  for (let tries = 0; tries < 600; tries += 1) {
    for (const name of existsSync(outbox) ? readdirSync(outbox) : []) {
      const mail = name.endsWith('.eml') ? readFileSync(join(outbox, name), 'utf8') : '';
      if (mail.includes(email)) return /Your verification code is (\d{4})/.exec(mail)?.[1];
    }
    await sleep(50);
  }
  throw new Error(`no mail to ${email}`);
}

/**
 * Runs something with a built server of its own, empty but for its packages, and ends it. DATABASE_URL may name an empty
 * database of PostgreSQL; else it is the embedded one.
 * @param {Record<string, string>} environment what the server gets beside its folder
 * @param {(firm: { url: string, pid: number, register: (email: string) => Promise<string>,
 *   signUp: (email: string) => Promise<string> }) => Promise<void>} act `register` resolves with the user's id, `signUp` with
 *   the token of a verified user
 */
export async function withFirm(environment, act) {
  await ensureBuilt();
  mkdirSync(TEST_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(TEST_FOLDER, 'measure-'));
  const { DATABASE_URL } = process.env;
  const server = await startBuiltServer({
    DATA_DIR: folder,
    ...(DATABASE_URL ? { DATABASE_URL } : {}),
    ...environment,
  });
  const { url, pid } = server;
  const register = async (email) => {
    const { status, body } = await call(url, 'POST', '/auth/register', {
      name: 'Measured',
      email,
      password: PASSWORD,
    });
    if (status !== 201) throw new Error(`register: ${status} ${body.message}`);
    return body.userId;
  };
  const signUp = async (email) => {
    const userId = await register(email);
    const code = await codeOf(join(folder, 'outbox'), email);
    const { status, body } = await call(url, 'POST', '/auth/verify-email', { userId, code });
    if (status !== 200) throw new Error(`verify: ${status} ${body.message}`);
    return body.token;
  };
  try {
    await act({ url, pid, register, signUp });
  } finally {
    await server.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
