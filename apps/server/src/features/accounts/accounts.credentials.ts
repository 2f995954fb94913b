import type { Context } from '../../context.ts';
import type { AccountRow, Tx } from '../../db/schema.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { violatedConstraint } from '../../platform/transactions.ts';
import { CredentialError, openCredential, sealCredential } from '../../secrets/credentials.ts';
import { lockAccount } from './accounts.queries.ts';
import { type Changed, changeAccount } from './accounts.ts';

/** The decrypted password of an account; null where none is assigned or its key is gone. */
export const readPassword = (
  context: Context,
  row: Pick<AccountRow, 'id' | 'mt5_password'>,
): string | null => {
  if (row.mt5_password === null) return null;
  try {
    return openCredential(row.mt5_password, row.id, context.keys['mt5-credentials']);
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    context.log.error({ account: row.id }, error.message);
    return null;
  }
};

export type Credentials = { accountNumber: string; password: string; server: string };

/**
 * Assigns login, password and server to an account. The same values again change nothing. A login is unique on its server,
 * and a trader holds no two accounts with the same one.
 */
export const assignCredentials = async (
  tx: Tx,
  context: Context,
  change: { accountId: string; actorId: string; ifMatch: number | null; credentials: Credentials },
): Promise<
  | Changed
  | Refusal<
      | 'account_not_found'
      | 'changed_meanwhile'
      | 'credentials_not_allowed'
      | 'login_in_use'
      | 'login_held_twice'
    >
> => {
  const { accountNumber, password, server } = change.credentials;
  const row = await lockAccount(tx, change.accountId);
  if (!row) return refuse('account_not_found');
  const repeated =
    row.account_number === accountNumber && row.server === server && readPassword(context, row) === password;
  if (repeated) return { account: row, outcome: 'unchanged' };
  try {
    return await changeAccount(tx, context, {
      accountId: row.id,
      event: { kind: 'credentials_assigned' },
      by: 'admin',
      actorId: change.actorId,
      ifMatch: change.ifMatch,
      patch: {
        account_number: accountNumber,
        server,
        mt5_password: sealCredential(password, row.id, context.keys['mt5-credentials']),
      },
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'accounts_login_on_server') return refuse('login_in_use');
    if (constraint === 'accounts_login_of_user') return refuse('login_held_twice');
    throw error;
  }
};
