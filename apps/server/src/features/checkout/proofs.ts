import { can } from '@firmament/rules';
import type { Context } from '../../context.ts';
import type { PaymentRow, Tx } from '../../db/schema.ts';
import { isRefused, type ProofImage, reencodeProof } from '../../images/images.ts';
import { shownAddresses } from '../../payment-addresses/shown.ts';
import { isOrderIntact } from '../../payment-addresses/signatures.ts';
import { UPLOAD_LIMIT, type UploadedFile } from '../../platform/body.ts';
import { refuseImage } from '../../platform/image-refusal.ts';
import { checkLimit, countLimit, LIMITS } from '../../platform/limits.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { newFileId, readSignedName, signName } from '../../secrets/signed-names.ts';
import { accountFacts, changeAccount } from '../accounts/index.ts';
import { insertPayment, newestPayment } from './payment.queries.ts';
import { insertProof, knownFiles, lockForProof, proofCount } from './proofs.queries.ts';
import { ownAccount } from './purchase.queries.ts';

const MOST_PROOFS = 20;
const PURPOSE = 'proof';
/** How long a link to a proof works, in milliseconds. */
const NAME_LIFE_MILLISECONDS = 10 * 60_000;
/** A file without a row is removed when it is older than this: until then its transaction may be running. */
const ORPHAN_LIFE_MILLISECONDS = 4 * 60_000;

/** The name of a proof below /server/uploads/, made anew for each answer; it works for 10 minutes. */
export const signedProofName = (context: Context, proofId: string): string => {
  const expiry = new Date(context.clock.now().getTime() + NAME_LIFE_MILLISECONDS);
  return signName(proofId, PURPOSE, expiry, context.keys['signed-name']);
};

/** The bytes behind a signed name (WebP), or null when the name is forged, expired or unknown. */
export const openProof = async (context: Context, name: string): Promise<Buffer | null> => {
  const id = readSignedName(name, PURPOSE, context.clock.now(), context.keys['signed-name']);
  return id === null ? null : context.files.read(id);
};

type Upload = { accountId: string; userId: string };
type UploadCode =
  | 'account_not_found'
  | 'proof_not_accepted'
  | 'proof_too_many'
  | 'proof_missing'
  | 'proof_too_large'
  | 'rate_limited';

const countUpload = async (
  context: Context,
  userId: string,
  bytes: number,
): Promise<Refusal<'rate_limited'> | null> => {
  const now = context.clock.now();
  const { rateScale } = context.config;
  const many = await countLimit(context.db, LIMITS.upload, userId, now, rateScale);
  if (many) return many;
  const kibibytes = Math.ceil(bytes / 1024);
  return countLimit(context.db, LIMITS.uploadKibibytes, userId, now, rateScale, kibibytes);
};

const refuseState = async (
  context: Context,
  { accountId, userId }: Upload,
): Promise<null | Refusal<'account_not_found' | 'proof_not_accepted' | 'proof_too_many'>> => {
  const own = await ownAccount(context.db, accountId, userId);
  if (!own) return refuse('account_not_found');
  if (!can.uploadProof(accountFacts(own.account)).allowed) return refuse('proof_not_accepted');
  return (await proofCount(context.db, accountId)) >= MOST_PROOFS ? refuse('proof_too_many') : null;
};

/**
 * Says no to an upload before its body is read: owner, state, quotas. With an Idempotency-Key (`isRepeatable`) only the owner,
 * since an upload that was taken is answered again whatever became of the account.
 */
export const admitProof = async (
  context: Context,
  upload: Upload,
  isRepeatable: boolean,
): Promise<null | Refusal<UploadCode>> => {
  const refused = await refuseState(context, upload);
  if (isRepeatable) return refused?.code === 'account_not_found' ? refused : null;
  const { db, clock, config } = context;
  return refused ?? checkLimit(db, LIMITS.upload, upload.userId, clock.now(), config.rateScale);
};

/**
 * Judges an upload before anything is stored: owner, state, quotas, then the picture, which is decoded and written anew
 * without its metadata. Call it outside a transaction.
 */
export const prepareProof = async (
  context: Context,
  upload: Upload,
  file: UploadedFile | undefined,
): Promise<ProofImage | ReturnType<typeof refuseImage> | Refusal<UploadCode>> => {
  const refused = await refuseState(context, upload);
  if (refused) return refused;
  if (!file || file.bytes.byteLength === 0) return refuse('proof_missing');
  if (file.bytes.byteLength > UPLOAD_LIMIT) return refuse('proof_too_large');
  const limited = await countUpload(context, upload.userId, file.bytes.byteLength);
  if (limited) return limited;
  const image = await reencodeProof(Buffer.from(file.bytes));
  return isRefused(image) ? refuseImage(image) : image;
};

/** A rejected payment stays in the record: the next proof belongs to a new attempt with the same addresses. */
const beginAttempt = async (tx: Tx, context: Context, accountId: string): Promise<PaymentRow | undefined> => {
  const now = context.clock.now();
  const ring = context.keys['payment-address'];
  const last = await newestPayment(tx, accountId);
  if (last?.state !== 'rejected') return last;
  const at = new Date(Math.max(now.getTime(), last.created_at.getTime() + 1));
  const addresses = isOrderIntact(last, ring) ? last.addresses : await shownAddresses(tx, ring, now);
  await insertPayment(tx, { accountId, amount: last.amount_cents, addresses, at }, ring);
  return newestPayment(tx, accountId);
};

/** Keeps the file as the last step before the commit, so that a refused upload leaves none. A full disk is no fault of the caller. */
const keepFile = async (
  context: Context,
  id: string,
  bytes: Uint8Array,
): Promise<Refusal<'unavailable'> | null> => {
  try {
    await context.files.put(id, bytes);
    return null;
  } catch (error) {
    context.log.error({ err: error }, 'a payment proof cannot be kept');
    return refuse('unavailable', { retryAfterSeconds: 60 });
  }
};

/**
 * Stores a proof with its file, the state of the account, its history and its mail in the given transaction. An earlier
 * proof stays. Refuses an account of someone else or in another state, and the 21st proof.
 */
export const addProof = async (
  tx: Tx,
  context: Context,
  { accountId, userId }: Upload,
  image: ProofImage,
): Promise<null | Refusal<'account_not_found' | 'proof_not_accepted' | 'proof_too_many' | 'unavailable'>> => {
  const now = context.clock.now();
  await lockForProof(tx, accountId);
  const payment = await beginAttempt(tx, context, accountId);
  const id = newFileId();
  const changed = await changeAccount(tx, context, {
    accountId,
    ownerId: userId,
    event: { kind: 'proof_uploaded' },
    by: 'trader',
    actorId: userId,
  });
  if (changed instanceof Refusal) return changed;
  if ((await proofCount(tx, accountId)) >= MOST_PROOFS) return refuse('proof_too_many');
  await insertProof(tx, {
    id,
    account_id: accountId,
    payment_id: payment?.id ?? null,
    user_id: userId,
    sha256: image.sha256OfOriginal,
    bytes: image.bytes.byteLength,
    width: image.width,
    height: image.height,
    created_at: now,
  });
  return keepFile(context, id, image.bytes);
};

/** Removes kept files that no row speaks of and that are older than 4 minutes; returns how many. */
export const sweepFiles = async (context: Context): Promise<number> => {
  const oldest = context.clock.now().getTime() - ORPHAN_LIFE_MILLISECONDS;
  const old = (await context.files.list()).filter((file) => file.modified.getTime() < oldest);
  const known = await knownFiles(
    context.db,
    old.map((file) => file.id),
  );
  const orphans = old.filter((file) => !known.has(file.id));
  for (const { id } of orphans) await context.files.remove(id);
  return orphans.length;
};
