import { randomUUID } from 'node:crypto';
import { messages } from '@firmament/contract';
import { MASS_MAIL_IMAGES_MAXIMUM } from '@firmament/rules';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { isRefused, type MailImage, reencodeMailImage } from '../../images/images.ts';
import type { UploadedFile } from '../../platform/body.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { refuseImage } from '../../platform/image-refusal.ts';
import { checkLimit, countLimit, LIMITS, type Limit } from '../../platform/limits.ts';
import { type MailPayloads, type MailSurroundings, queueMail } from '../../platform/mails.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { newFileId } from '../../secrets/signed-names.ts';
import { mailingRenderers } from './mailings.emails.ts';
import {
  insertMailing,
  type Mailing,
  massMailRecipients,
  queueMassMail,
  requeueMails,
} from './mailings.queries.ts';
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
  limit: Limit = LIMITS.massMail,
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
  const limited = await checkLimit(db, limit, actorId, clock.now(), config.rateScale);
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

type Author = { id: string; email: string; name: string };

const payloadFor = (
  context: Context,
  author: Author,
  content: { message: string; imageUrls: string[]; images: { id: string; contentType: string }[] },
): MailPayloads['mass_mail'] => ({
  ...content,
  name: author.name,
  unsubscribe: unsubscribeToken(author.id, context.keys['unsubscribe-link']),
});

/**
 * Queues the mail for its author alone. It is no mailing: it reaches an author who unsubscribed, and its pictures go with
 * the next clean-up.
 */
export const sendTestMail = async (
  tx: Tx,
  context: Context,
  author: Author,
  content: Content,
): Promise<Refusal<'rate_limited'> | null> => {
  const now = context.clock.now();
  const limited = await countLimit(tx, LIMITS.massMailTest, author.id, now, context.config.rateScale);
  if (limited) return limited;
  const pictures = content.images.map((image) => ({ ...image, id: newFileId() }));
  const images = pictures.map(({ id, contentType }) => ({ id, contentType }));
  await queueMail(tx, {
    template: 'mass_mail',
    eventKey: `test|${randomUUID()}`,
    recipient: { id: author.id, email: author.email },
    payload: { ...payloadFor(context, author, { ...content, images }), test: true },
    now,
  });
  for (const { id, bytes } of pictures) await context.files.put(id, bytes);
  return null;
};

/** Subject and text part of the mail as its author would receive it. Links that are none are left out. */
export const previewMassMail = (
  context: Context,
  around: MailSurroundings,
  author: Author,
  given: { message?: string | undefined; imageUrls?: string | readonly string[] | undefined },
): { subject: string; text: string } => {
  const urls = readUrls(given.imageUrls);
  const imageUrls = urls instanceof Refusal ? [] : urls;
  const message = (given.message ?? '').replace(/\r\n?/g, '\n').trim();
  const payload = payloadFor(context, author, { message, imageUrls, images: [] });
  const { subject, text } = mailingRenderers.mass_mail(payload, around);
  return { subject, text };
};

/** Queues the failed mails of a mailing again, with `unknown` also those that may have arrived. Returns how many. */
export const retryMailing = async (
  tx: Tx,
  context: Context,
  actorId: string,
  asked: { mailingId: string; unknown: boolean },
): Promise<number> => {
  const now = context.clock.now();
  const { mailingId, unknown } = asked;
  const retried = await requeueMails(tx, mailingId, unknown ? ['failed', 'unknown'] : ['failed'], now);
  if (retried > 0) {
    await recordAdminEvent(tx, {
      at: now,
      event: 'mass_mail_retried',
      actorId,
      subjectKind: 'mailing',
      subjectId: mailingId,
      after: { retried, unknown },
    });
  }
  return retried;
};
