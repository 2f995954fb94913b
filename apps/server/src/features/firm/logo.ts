import type { Decoded, Routes } from '@firmament/contract';
import type { Context } from '../../context.ts';
import type { FirmLogoRow, Tx } from '../../db/schema.ts';
import { type ImageRefusal, isRefused, type LogoImage, reencodeLogo } from '../../images/images.ts';
import type { UploadedFile } from '../../platform/body.ts';
import { recordAdminEvent } from '../../platform/events.ts';
import { countLimit, LIMITS } from '../../platform/limits.ts';
import type { MailLogo } from '../../platform/mails.ts';
import { pictureName } from '../../platform/pictures.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { remembered } from '../../platform/remembered.ts';
import { deleteLogo, storedLogos, upsertLogo } from './logo.queries.ts';

type Scheme = FirmLogoRow['scheme'];
type ShownLogo = Decoded<Routes['GET /firm']>['response']['logo'];

const memory = remembered((context) => storedLogos(context.db));

/** Reads the logos anew at the next call, after this process changed one. */
export const forgetLogos = memory.forget;

const present = (rows: readonly FirmLogoRow[]): ShownLogo => {
  const of = (scheme: Scheme) => {
    const row = rows.find((logo) => logo.scheme === scheme);
    return row ? { url: `/brand/${row.file_id}.webp`, width: row.width, height: row.height } : null;
  };
  return rows.length === 0 ? null : { light: of('light'), dark: of('dark') };
};

/** What stands in place of the firm's name; null: the name itself. Call it outside a transaction. */
export const readLogo = async (context: Context): Promise<ShownLogo> => present(await memory.read(context));

/** The bytes of a logo (WebP) by the name of its file; null for every file that is none. */
export const openLogo = async (context: Context, id: string): Promise<Buffer | null> => {
  const isLogo = (await memory.read(context)).some((logo) => logo.file_id === id);
  return isLogo ? context.files.read(id) : null;
};

/** The logo that mails carry: the one for light pages, or the other on a ground of its own. */
export const readMailLogo = async (context: Context): Promise<MailLogo | null> => {
  const rows = await memory.read(context);
  const logo = rows.find(({ scheme }) => scheme === 'light') ?? rows[0];
  const content = logo && (await context.files.read(logo.mail_file_id));
  if (!logo || !content) return null;
  return { content, width: logo.mail_width, height: logo.mail_height, scheme: logo.scheme };
};

const REFUSALS = {
  not_an_image: 'logo_not_an_image',
  unsupported_type: 'logo_not_an_image',
  too_large: 'proof_too_large',
  too_many_pixels: 'proof_too_many_pixels',
  broken_image: 'proof_broken',
} as const satisfies Record<ImageRefusal['refused'], string>;

type UploadCode = (typeof REFUSALS)[keyof typeof REFUSALS] | 'logo_missing' | 'rate_limited';

/** Judges an upload and writes it anew. Slow: call it outside a transaction. */
export const prepareLogo = async (
  context: Context,
  actorId: string,
  file: UploadedFile | undefined,
): Promise<LogoImage | Refusal<UploadCode>> => {
  if (!file || file.bytes.byteLength === 0) return refuse('logo_missing');
  const { db, clock, config } = context;
  const limited = await countLimit(db, LIMITS.upload, actorId, clock.now(), config.rateScale);
  if (limited) return limited;
  const image = await reencodeLogo(Buffer.from(file.bytes));
  return isRefused(image) ? refuse(REFUSALS[image.refused]) : image;
};

const record = async (
  tx: Tx,
  change: { actorId: string; now: Date; scheme: Scheme },
  before: ShownLogo,
): Promise<ShownLogo> => {
  const after = present(await storedLogos(tx));
  await recordAdminEvent(tx, {
    at: change.now,
    event: 'logo_changed',
    actorId: change.actorId,
    subjectKind: 'firm',
    subjectId: `logo-${change.scheme}`,
    before: before?.[change.scheme] ?? null,
    after: after?.[change.scheme] ?? null,
  });
  return after;
};

/** Keeps the logo, with its files as the last step before the commit. A full disk is no fault of the caller. */
export const setLogo = async (
  tx: Tx,
  context: Context,
  change: { scheme: Scheme; image: LogoImage; actorId: string },
): Promise<ShownLogo | Refusal<'unavailable'>> => {
  const now = context.clock.now();
  const { page, mail } = change.image;
  const before = present(await storedLogos(tx));
  const row = {
    scheme: change.scheme,
    file_id: pictureName(page.bytes),
    width: page.width,
    height: page.height,
    mail_file_id: pictureName(mail.bytes),
    mail_width: mail.width,
    mail_height: mail.height,
    updated_at: now,
  };
  await upsertLogo(tx, row);
  const after = await record(tx, { ...change, now }, before);
  try {
    await context.files.put(row.file_id, page.bytes);
    await context.files.put(row.mail_file_id, mail.bytes);
  } catch (error) {
    context.log.error({ err: error }, 'the logo cannot be kept');
    return refuse('unavailable', { retryAfterSeconds: 60 });
  }
  return after;
};

/** Removes a logo; its files go with the next sweep, since the other logo may have the same. */
export const removeLogo = async (
  tx: Tx,
  context: Context,
  change: { scheme: Scheme; actorId: string },
): Promise<ShownLogo | Refusal<'not_found'>> => {
  const before = present(await storedLogos(tx));
  if (!(await deleteLogo(tx, change.scheme))) return refuse('not_found');
  return record(tx, { ...change, now: context.clock.now() }, before);
};
