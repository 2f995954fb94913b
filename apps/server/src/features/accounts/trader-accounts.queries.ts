import { isLogin } from '@firmament/rules';
import type { AccountRow, Db, Tx } from '../../db/schema.ts';

export type OwnAccount = AccountRow & { has_proof: boolean };

const own = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('accounts')
    .selectAll('accounts')
    .select((eb) =>
      eb
        .exists(eb.selectFrom('proofs').select('proofs.id').whereRef('proofs.account_id', '=', 'accounts.id'))
        .$castTo<boolean>()
        .as('has_proof'),
    )
    .where('accounts.user_id', '=', userId)
    .where('accounts.deleted_at', 'is', null);

/** All accounts of a trader that are not deleted, newest first. */
export const accountsOf = (db: Db | Tx, userId: string): Promise<OwnAccount[]> =>
  own(db, userId).orderBy('accounts.created_at', 'desc').orderBy('accounts.id', 'desc').execute();

/** A trader's account by its login; one that was never opened to the trader is not found. */
export const accountByLogin = async (
  db: Db | Tx,
  userId: string,
  login: string,
): Promise<OwnAccount | undefined> =>
  isLogin(login)
    ? own(db, userId)
        .where('accounts.account_number', '=', login)
        .where((eb) =>
          eb.or([
            eb('accounts.activated_at', 'is not', null),
            eb('accounts.status', 'in', ['active', 'failed']),
          ]),
        )
        .executeTakeFirst()
    : undefined;

/** Whether a user has an account that is active or failed. */
export const hasActiveAccount = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['active', 'failed'])
    .limit(1)
    .executeTakeFirst()) !== undefined;
