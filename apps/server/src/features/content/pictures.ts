import type { Context } from '../../context.ts';
import type { Tx } from '../../db/schema.ts';
import { isRefused, reencodePortrait } from '../../images/images.ts';
import type { UploadedFile } from '../../platform/body.ts';
import { refuseImage } from '../../platform/image-refusal.ts';
import { countLimit, LIMITS } from '../../platform/limits.ts';
import { pictureName } from '../../platform/pictures.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { deletePicturesBut, insertPicture, isPicture, knownPictures } from './content.queries.ts';
import type { Contents } from './content.ts';

/** A picture that no text names is kept this long: the text may be being written. */
const UNUSED_LIFE_MILLISECONDS = 86_400_000;

type UploadCode = 'picture_missing' | 'rate_limited';

/** Judges an upload and cuts it to a portrait. Slow: call it outside a transaction. */
export const preparePicture = async (
  context: Context,
  actorId: string,
  file: UploadedFile | undefined,
): Promise<Buffer | ReturnType<typeof refuseImage> | Refusal<UploadCode>> => {
  if (!file || file.bytes.byteLength === 0) return refuse('picture_missing');
  const { db, clock, config } = context;
  const limited = await countLimit(db, LIMITS.upload, actorId, clock.now(), config.rateScale);
  if (limited) return limited;
  const picture = await reencodePortrait(Buffer.from(file.bytes));
  return isRefused(picture) ? refuseImage(picture) : picture;
};

/** Keeps a picture, with its file as the last step before the commit, and returns its name. */
export const keepPicture = async (
  tx: Tx,
  context: Context,
  bytes: Buffer,
): Promise<string | Refusal<'unavailable'>> => {
  const name = pictureName(bytes);
  await insertPicture(tx, name, context.clock.now());
  try {
    await context.files.put(name, bytes);
    return name;
  } catch (error) {
    context.log.error({ err: error }, 'a picture cannot be kept');
    return refuse('unavailable', { retryAfterSeconds: 60 });
  }
};

/** The bytes of a picture (WebP) by its name; null for every file that is none. */
export const openPicture = async (context: Context, name: string): Promise<Buffer | null> =>
  (await isPicture(context.db, name)) ? context.files.read(name) : null;

const picturesOf = ({ team }: Contents['about']): string[] =>
  team.flatMap(({ photo }) => (photo === undefined ? [] : [photo]));

/** Refuses a text that names a picture that is not there, and lets go of those that no text names any more. */
export const settlePictures = async (
  tx: Tx,
  about: Contents['about'],
  now: Date,
): Promise<Refusal<'picture_missing'> | null> => {
  const named = [...new Set(picturesOf(about))];
  if ((await knownPictures(tx, named)) < named.length) return refuse('picture_missing');
  await deletePicturesBut(tx, named, new Date(now.getTime() - UNUSED_LIFE_MILLISECONDS));
  return null;
};
