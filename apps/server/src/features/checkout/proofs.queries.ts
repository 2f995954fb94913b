import { sql } from 'kysely';
import type { Db, ProofRow, Tx } from '../../db/schema.ts';

/** How many proofs were uploaded for an account. */
export const proofCount = async (db: Db | Tx, accountId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('proofs')
    .select(sql<number>`count(*)::int8`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
};

export const insertProof = async (tx: Tx, row: ProofRow): Promise<void> => {
  await tx.insertInto('proofs').values(row).execute();
};

/** Lets the uploads of one account wait for each other until the transaction ends. */
export const lockForProof = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
};

/** The ids of all files that a row speaks of: proofs, the pictures of mass mails, the firm's logos and portraits. */
export const knownFiles = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const proofs = await db
    .selectFrom('proofs')
    .select('id')
    // One parameter, however many files there are.
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  const mailings = await db.selectFrom('mailings').select('images').execute();
  const logos = await db.selectFrom('firm_logos').select(['file_id', 'mail_file_id']).execute();
  const pictures = await db.selectFrom('firm_pictures').select('id').execute();
  return new Set([
    ...proofs.map((row) => row.id),
    ...pictures.map((row) => row.id),
    ...logos.flatMap((row) => [row.file_id, row.mail_file_id]),
    ...mailings.flatMap((row) => row.images.map((image) => image.id)),
  ]);
};
