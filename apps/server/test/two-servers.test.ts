import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer } from './built-server.ts';
import { ADMIN, createFirm, type Firm, signInAdmin } from './chaos/firm.ts';

/** Limits on guesses hold for all processes together, which is why they are counted in the database before anything is compared. */
const TRIES = 40;
const MOST = 10;

describe.runIf(process.env.TEST_DATABASE === 'postgres')('two servers on one PostgreSQL', () => {
  let firm: Firm;
  const servers: BuiltServer[] = [];

  beforeAll(async () => {
    firm = await createFirm('two', { RATE_SCALE: '1' });
    for (let count = 0; count < 2; count += 1) servers.push(await firm.start());
  }, 120_000);
  afterAll(async () => {
    for (const server of servers) await server.kill();
    await firm.remove();
  }, 60_000);

  /** The same call to one server and the other by turns, all at once: how often which code was the answer. */
  const tryAtOnce = async (path: string, token: string | null, body: (count: number) => object) => {
    const answers = await Promise.all(
      Array.from({ length: TRIES }, async (_, count) => {
        const answer = await fetch(`${servers[count % servers.length]?.url}/api${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body(count)),
        });
        return String(JSON.parse(await answer.text()).code);
      }),
    );
    return Object.fromEntries(
      [...new Set(answers)].map((code) => [code, answers.filter((one) => one === code).length]),
    );
  };

  it('compare at most ten of 40 wrong own passwords, and then not even the right one', async () => {
    const token = await signInAdmin(servers[0]?.url ?? '');
    const newPassword = 'another long password';
    const change = (currentPassword: string) => ({ currentPassword, newPassword });
    expect(await tryAtOnce('/profile/password', token, (count) => change(`wrong password ${count}`))).toEqual(
      {
        current_password_wrong: MOST,
        rate_limited: TRIES - MOST,
      },
    );
    expect(await tryAtOnce('/profile/password', token, () => change(ADMIN.password))).toEqual({
      rate_limited: TRIES,
    });
  }, 60_000);
});
