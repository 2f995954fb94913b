import { ConfigError } from './config.ts';
import { emailKey } from './features/auth/index.ts';
import { turnOff } from './features/two-factor/index.ts';
import { withDatabase } from './operator-database.ts';
import { tellOfChange } from './platform/notices.ts';
import { endSessions } from './platform/session.ts';
import { transact } from './platform/transactions.ts';

const USAGE = 'Usage: node apps/server/dist/main.mjs reset-two-factor <e-mail address>';

/**
 * `reset-two-factor <e-mail address>`: the operator's way in when the only admin lost the app and the recovery codes. Does what an
 * admin does on the user's page; the mail goes out when the server runs again.
 *
 * @throws {ConfigError} without an address, and where nobody with it has two-factor sign-in on
 */
export const resetTwoFactor = async (words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
  const [email, ...rest] = words;
  if (email === undefined || rest.length > 0) throw new ConfigError(USAGE);
  await withDatabase(env, async (db) => {
    const now = new Date();
    const found = await transact(db, async (tx) => {
      const user = await tx
        .selectFrom('users')
        .selectAll()
        .where('email_key', '=', emailKey(email))
        .where('two_factor_at', 'is not', null)
        .forUpdate()
        .executeTakeFirst();
      if (!user) return false;
      await turnOff(tx, user.id, now);
      await endSessions(tx, user.id, now);
      await tellOfChange(tx, { kind: 'two_factor_reset', user, actorId: null, userAgent: null, now });
      return true;
    });
    if (!found) throw new ConfigError(`Nobody with the address ${email} has two-factor sign-in on.`);
    process.stdout.write(`Two-factor sign-in of ${email} is off; the password alone signs in.\n`);
  });
};
