import { randomUUID } from 'node:crypto';
import { messages } from '@firmament/contract';
import { MASS_MAIL_IMAGES_MAXIMUM } from '@firmament/rules';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { isRefused, type MailImage, reencodeMailImage } from '../../images/images.ts';
import type { UploadedFile } from '../../platform/body.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { refuseImage } from '../../platform/image-refusal.ts';
import { checkLimit, countLimit, LIMITS } from '../../platform/limits.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { newFileId } from '../../secrets/signed-names.ts';
import { insertMailing, type Mailing, massMailRecipients, queueMassMail } from './mailings.queries.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** More links than a sensible mail has. */
const MOST_URLS = 50;

/** The URLs of the form's field, split on newlines, commas and semicolons; http and https only. */
const readUrls = (given: string | readonly string[] | undefined): string[] | Refusal<'validation_failed'> => {
  const texts = [given ?? []].flat().flatMap((text) => text.split(/[\n,;]/));
  const urls = texts.map((text) => text.trim()).filter((text) => text !== '');
  const sound = urls.filter((url) => /^https?:\/\//i.test(url) && url.length <= 2000 && URL.canParse(url));
  if (sound.length < urls.length) return refuse('validation_failed', { message: messages.urlInvalid });
  if (urls.length > MOST_URLS) {
    return refuse('validation_failed', { message: `At most ${MOST_URLS} image URLs can be given.` });
  }
  return [...new Set(urls.map((url) => new URL(url).href))];
};

type Content = { message: string; imageUrls: string[]; images: MailImage[] };

/**
 * Reads what an administrator wants to send and re-encodes the pictures. Nothing to send is refused before the limit is
 * looked at. Slow: call it outside a transaction.
 */
export const prepareMassMail = async (
  context: Context,
  actorId: string,
  given: {
    message?: string | undefined;
    imageUrls?: string | readonly string[] | undefined;
    files: readonly UploadedFile[];
  },
) => {
  const imageUrls = readUrls(given.imageUrls);
  if (imageUrls instanceof Refusal) return imageUrls;
  // A form sends each line break as CR LF.
  const message = (given.message ?? '').replace(/\r\n?/g, '\n').trim();
  // A form without a chosen file sends an empty part.
  const files = given.files.filter((file) => file.bytes.byteLength > 0 || file.name !== '');
  if (message === '' && imageUrls.length === 0 && files.length === 0) return refuse('mass_mail_empty');
  if (files.length > MASS_MAIL_IMAGES_MAXIMUM) return refuse('mass_mail_too_many_images');
  const { db, clock, config } = context;
  const limited = await checkLimit(db, LIMITS.massMail, actorId, clock.now(), config.rateScale);
  if (limited) return limited;
  const images: MailImage[] = [];
  for (const file of files) {
    const image = await reencodeMailImage(Buffer.from(file.bytes));
    if (isRefused(image)) return refuseImage(image);
    images.push(image);
  }
  return { message, imageUrls, images } satisfies Content;
};

/** Queues one mail for each recipient and returns how many. The limit is counted with it, so a refused one never counts. */
export const sendMassMail = async (
  tx: Tx,
  context: Context,
  actorId: string,
  content: Content,
): Promise<number | Refusal<'rate_limited'>> => {
  const now = context.clock.now();
  const limited = await countLimit(tx, LIMITS.massMail, actorId, now, context.config.rateScale);
  if (limited) return limited;
  const pictures = content.images.map((image) => ({ ...image, id: newFileId() }));
  const mailing: Mailing = {
    id: randomUUID(),
    message: content.message,
    imageUrls: content.imageUrls,
    images: pictures.map(({ id, contentType }) => ({ id, contentType })),
  };
  await insertMailing(tx, mailing, actorId, now);
  const ring = context.keys['unsubscribe-link'];
  const recipients = await massMailRecipients(tx);
  await queueMassMail(
    tx,
    mailing,
    recipients.map((recipient) => ({ ...recipient, unsubscribe: unsubscribeToken(recipient.id, ring) })),
    now,
  );
  await recordAdminEvent(tx, {
    at: now,
    event: 'mass_mail_sent',
    actorId,
    subjectKind: 'mailing',
    subjectId: mailing.id,
    after: { recipients: recipients.length, imageUrls: mailing.imageUrls, images: mailing.images.length },
  });
  // Last, so that a refused or failed mailing leaves no file.
  for (const { id, bytes } of pictures) await context.files.put(id, bytes);
  return recipients.length;
};
