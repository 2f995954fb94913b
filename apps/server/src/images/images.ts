import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { Encoded, EncodingKind, Picture } from './encodings.ts';
import { createImageProcesses } from './image-processes.ts';
import {
  type ImageType,
  isWholeImage,
  MOST_PIXELS,
  readImageSize,
  sniffImageType,
} from './image-structure.ts';

/** Largest upload of one image: 10 MiB. */
export const LARGEST_IMAGE_BYTES = 10 * 1_024 * 1_024;
const LONGEST_SIDE = 10_000;

/** Why a file is not taken; `type` names what it is where that is known, as 'heic', 'svg' or 'pdf'. */
export type ImageRefusal = {
  refused: 'not_an_image' | 'unsupported_type' | 'too_large' | 'too_many_pixels' | 'broken_image';
  type?: string;
};
export type ImageFacts = { type: ImageType; width: number; height: number };
/** A WebP without any metadata; the hash (hex) tells the same upload on two orders. */
export type ProofImage = Picture & { sha256OfOriginal: string };
/** PNG or JPEG: not every mail client shows WebP. */
export type MailImage = Encoded<'mail'>;
/** The logo as WebP for pages and as PNG for mails. */
export type LogoImage = Encoded<'logo'>;

/** Two at once, a short queue, and for each image 10 s and 512 MiB: docs/decisions/011-images-in-processes.md. */
const processes = createImageProcesses({ running: 2, waiting: 20, seconds: 10, mebibytes: 512 });

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
  const image = await reencode('proof', bytes);
  return isRefused(image) ? image : { ...image, sha256OfOriginal: sha256(bytes) };
}

/**
 * Makes an image fit to be embedded in a mail: as a proof, but at most 1,200 pixels, and PNG for what came
 * as PNG or GIF or has transparent parts, JPEG for the rest.
 *
 * @throws {BusyError} when 20 images wait already
 */
export function reencodeMailImage(bytes: Buffer): Promise<MailImage | ImageRefusal> {
  return reencode('mail', bytes);
}

/**
 * Makes a logo fit to show: PNG, JPEG or WebP alone, metadata gone, longest side 640 pixels; for mails a PNG of at most 320.
 *
 * @throws {BusyError} when 20 images wait already
 */
export async function reencodeLogo(bytes: Buffer): Promise<LogoImage | ImageRefusal> {
  return sniffImageType(bytes) === 'gif'
    ? { refused: 'unsupported_type', type: 'gif' }
    : reencode('logo', bytes);
}

/**
 * Makes a portrait of a picture: cut to the crop of all portraits around what draws the eye, metadata gone, WebP.
 *
 * @throws {BusyError} when 20 images wait already
 */
export async function reencodePortrait(bytes: Buffer): Promise<Buffer | ImageRefusal> {
  const image = await reencode('portrait', bytes);
  return isRefused(image) ? image : image.bytes;
}

async function reencode<K extends EncodingKind>(kind: K, bytes: Buffer): Promise<Encoded<K> | ImageRefusal> {
  const facts = await inspectImage(bytes);
  if (isRefused(facts)) return facts;
  const { type } = facts;
  return (await processes.run({ kind, type, bytes })) ?? { refused: 'broken_image', type };
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
