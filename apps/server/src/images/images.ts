import { createHash } from 'node:crypto';
import { PROOF_LONGEST_SIDE } from '@firmament/rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { createBoundedQueue } from '../bounded-queue.ts';
import { type ImageType, isWholeImage, readImageSize, sniffImageType } from './image-structure.ts';

/** Largest upload of one image: 10 MiB. */
export const LARGEST_IMAGE_BYTES = 10 * 1_024 * 1_024;
const MOST_PIXELS = 40_000_000;
const LONGEST_SIDE = 10_000;
const MAIL_SIDE = 1_200;
/** A logo is shown 32 pixels high, on sharp screens with three dots a pixel. */
const LOGO_SIDE = 640;
const LOGO_IN_MAIL_SIDE = 320;
/** The crop that all portraits share, drawn ones too: 200 to 230. */
const PORTRAIT = { width: 480, height: 552 };

/** Why a file is not taken; `type` names what it is where that is known, as 'heic', 'svg' or 'pdf'. */
export type ImageRefusal = {
  refused: 'not_an_image' | 'unsupported_type' | 'too_large' | 'too_many_pixels' | 'broken_image';
  type?: string;
};
export type ImageFacts = { type: ImageType; width: number; height: number };
/** A WebP without any metadata; the hash (hex) tells the same upload on two orders. */
export type ProofImage = { bytes: Buffer; width: number; height: number; sha256OfOriginal: string };
/** PNG or JPEG: not every mail client shows WebP. */
export type MailImage = ProofImage & { contentType: 'image/png' | 'image/jpeg' };

/** The logo as WebP for pages and as PNG for mails. */
export type LogoImage = Record<'page' | 'mail', { bytes: Buffer; width: number; height: number }>;

/** Decoding is the memory of this process: two at once, and a short queue. */
const decodes = createBoundedQueue({ running: 2, waiting: 20 });
sharp.cache(false);
sharp.concurrency(1);

export function isRefused(result: object): result is ImageRefusal {
  return 'refused' in result;
}

/**
 * Looks at an upload without decoding it: size, first bytes, dimensions in the header, and whether the file
 * is whole. What passes may still fail to decode.
 */
export async function inspectImage(bytes: Buffer): Promise<ImageFacts | ImageRefusal> {
  if (bytes.length > LARGEST_IMAGE_BYTES) return { refused: 'too_large' };
  const type = sniffImageType(bytes);
  if (type === null) return nameOther(bytes);
  const size = readImageSize(bytes, type);
  if (size === null) return { refused: 'broken_image', type };
  const { width, height } = size;
  if (width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS) {
    return { refused: 'too_many_pixels', type };
  }
  if (!isWholeImage(bytes, type)) return { refused: 'broken_image', type };
  return { type, width, height };
}

/**
 * Makes a payment proof fit to keep: turned upright, first frame, longest side 2,500 pixels, all metadata
 * (place, camera, embedded files) gone, WebP.
 *
 * @throws {BusyError} when 20 images wait already
 */
export async function reencodeProof(bytes: Buffer): Promise<ProofImage | ImageRefusal> {
  const facts = await inspectImage(bytes);
  if (isRefused(facts)) return facts;
  return decode(bytes, facts, async (image) => {
    const { data, info } = await image(PROOF_LONGEST_SIDE)
      .webp({ quality: 86, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, sha256OfOriginal: sha256(bytes) };
  });
}

/**
 * Makes an image fit to be embedded in a mail: as a proof, but at most 1,200 pixels, and PNG for what came
 * as PNG or GIF or has transparent parts, JPEG for the rest.
 *
 * @throws {BusyError} when 20 images wait already
 */
export async function reencodeMailImage(bytes: Buffer): Promise<MailImage | ImageRefusal> {
  const facts = await inspectImage(bytes);
  if (isRefused(facts)) return facts;
  return decode(bytes, facts, async (image, hasAlpha) => {
    const isPng = hasAlpha || facts.type === 'png' || facts.type === 'gif';
    const resized = image(MAIL_SIDE);
    const encoded = isPng
      ? resized.png({ compressionLevel: 9 })
      : resized.jpeg({ quality: 86, mozjpeg: true });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const contentType = isPng ? 'image/png' : 'image/jpeg';
    return {
      bytes: data,
      contentType,
      width: info.width,
      height: info.height,
      sha256OfOriginal: sha256(bytes),
    };
  });
}

/**
 * Makes a logo fit to show: PNG, JPEG or WebP alone, metadata gone, longest side 640 pixels; for mails a PNG of at most 320.
 *
 * @throws {BusyError} when 20 images wait already
 */
export async function reencodeLogo(bytes: Buffer): Promise<LogoImage | ImageRefusal> {
  const facts = await inspectImage(bytes);
  if (isRefused(facts)) return facts;
  if (facts.type === 'gif') return { refused: 'unsupported_type', type: 'gif' };
  return decode(bytes, facts, async (image) => {
    const encode = async (encoder: Sharp) => {
      const { data, info } = await encoder.toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    };
    return {
      page: await encode(image(LOGO_SIDE).webp({ quality: 90, smartSubsample: true })),
      mail: await encode(image(LOGO_IN_MAIL_SIDE).png({ compressionLevel: 9 })),
    };
  });
}

/**
 * Makes a portrait of a picture: cut to the crop of all portraits around what draws the eye, metadata gone, WebP.
 *
 * @throws {BusyError} when 20 images wait already
 */
export async function reencodePortrait(bytes: Buffer): Promise<Buffer | ImageRefusal> {
  const facts = await inspectImage(bytes);
  if (isRefused(facts)) return facts;
  return decode(bytes, facts, (image) =>
    image(PORTRAIT.height)
      .resize({ ...PORTRAIT, fit: 'cover', position: 'attention', withoutEnlargement: false })
      .webp({ quality: 86, smartSubsample: true })
      .toBuffer(),
  );
}

type Pipeline = (longestSide: number) => Sharp;

function decode<T>(
  bytes: Buffer,
  facts: ImageFacts,
  encode: (pipeline: Pipeline, hasAlpha: boolean) => Promise<T>,
): Promise<T | ImageRefusal> {
  return decodes.run(async () => {
    const broken: ImageRefusal = { refused: 'broken_image', type: facts.type };
    try {
      return await decodeStrictly(bytes, facts, 'warning', encode, broken);
    } catch (error) {
      if (!isHarmless(error)) return broken;
    }
    return decodeStrictly(bytes, facts, 'error', encode, broken).catch(() => broken);
  });
}

async function decodeStrictly<T>(
  bytes: Buffer,
  facts: ImageFacts,
  failOn: 'warning' | 'error',
  encode: (pipeline: Pipeline, hasAlpha: boolean) => Promise<T>,
  broken: ImageRefusal,
): Promise<T | ImageRefusal> {
  const open = () => sharp(bytes, { failOn, limitInputPixels: MOST_PIXELS });
  const metadata = await open().metadata();
  if (metadata.format !== facts.type) return broken;
  const pipeline: Pipeline = (side) =>
    open()
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  return encode(pipeline, metadata.hasAlpha ?? false);
}

/** Cameras of one large maker write this into every photo; the picture is whole. */
function isHarmless(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Invalid SOS parameters');
}

async function nameOther(bytes: Buffer): Promise<ImageRefusal> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, 65_536)).catch(() => undefined);
  if (/^(?:\uFEFF)?\s*<(?:\?xml|!--|!doctype svg|svg)/i.test(bytes.toString('utf8', 0, 256))) {
    return bytes.toString('utf8', 0, 65_536).includes('<svg')
      ? { refused: 'unsupported_type', type: 'svg' }
      : { refused: 'not_an_image' };
  }
  if (found === undefined) return { refused: 'not_an_image' };
  return found.mime.startsWith('image/')
    ? { refused: 'unsupported_type', type: isHeic(found.mime) ? 'heic' : found.ext }
    : { refused: 'not_an_image', type: found.ext };
}

function isHeic(mime: string): boolean {
  return mime.startsWith('image/heic') || mime.startsWith('image/heif');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
