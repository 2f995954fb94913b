import { PROOF_LONGEST_SIDE } from '@firmament/rules';
import sharp, { type Sharp } from 'sharp';
import { type ImageType, MOST_PIXELS } from './image-structure.ts';

const MAIL_SIDE = 1_200;
/** A logo is shown 32 pixels high, on sharp screens with three dots a pixel. */
const LOGO_SIDE = 640;
const LOGO_IN_MAIL_SIDE = 320;
/** The crop that all portraits share, drawn ones too: 200 to 230. */
const PORTRAIT = { width: 480, height: 552 };

/** An encoded image without any metadata; sides in pixels. */
export type Picture = { bytes: Buffer; width: number; height: number };

type Source = {
  type: ImageType;
  hasAlpha: boolean;
  /** The first frame, turned upright, no side longer than this. */
  within: (longestSide: number) => Sharp;
};

const encode = async (image: Sharp): Promise<Picture> => {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
};

/** What an upload can be made into. */
const encodings = {
  /** WebP, longest side 2,500. */
  proof: ({ within }: Source) =>
    encode(within(PROOF_LONGEST_SIDE).webp({ quality: 86, smartSubsample: true })),
  /** PNG for what came as PNG or GIF or has transparent parts, JPEG for the rest; longest side 1,200. */
  mail: async ({ within, type, hasAlpha }: Source) => {
    const isPng = hasAlpha || type === 'png' || type === 'gif';
    const image = within(MAIL_SIDE);
    return {
      ...(await encode(
        isPng ? image.png({ compressionLevel: 9 }) : image.jpeg({ quality: 86, mozjpeg: true }),
      )),
      contentType: isPng ? ('image/png' as const) : ('image/jpeg' as const),
    };
  },
  /** WebP of at most 640 for pages, PNG of at most 320 for mails. */
  logo: async ({ within }: Source) => ({
    page: await encode(within(LOGO_SIDE).webp({ quality: 90, smartSubsample: true })),
    mail: await encode(within(LOGO_IN_MAIL_SIDE).png({ compressionLevel: 9 })),
  }),
  /** WebP, cut to the crop of all portraits around what draws the eye. */
  portrait: ({ within }: Source) =>
    encode(
      within(PORTRAIT.height)
        .resize({ ...PORTRAIT, fit: 'cover', position: 'attention', withoutEnlargement: false })
        .webp({ quality: 86, smartSubsample: true }),
    ),
};

export type EncodingKind = keyof typeof encodings;
export type Encoded<K extends EncodingKind> = Awaited<ReturnType<(typeof encodings)[K]>>;
/** What a process for images is asked for. */
export type ImageJob<K extends EncodingKind = EncodingKind> = { kind: K; type: ImageType; bytes: Buffer };

sharp.cache(false);
sharp.concurrency(1);
// The library reads a dozen formats, some of which fetch or run things; here it knows four.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});

/** Decodes and encodes; null when the bytes are no whole image of the type. Throws nothing. */
export async function encodeImage<K extends EncodingKind>(job: ImageJob<K>): Promise<Encoded<K> | null> {
  try {
    return await encodeStrictly(job, 'warning');
  } catch (error) {
    if (!isHarmless(error)) return null;
  }
  return encodeStrictly(job, 'error').catch(() => null);
}

async function encodeStrictly<K extends EncodingKind>(
  { kind, type, bytes }: ImageJob<K>,
  failOn: 'warning' | 'error',
): Promise<Encoded<K> | null> {
  const open = () => sharp(bytes, { failOn, limitInputPixels: MOST_PIXELS });
  const metadata = await open().metadata();
  if (metadata.format !== type) return null;
  const within = (side: number) =>
    open().autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const encoder: (source: Source) => Promise<unknown> = encodings[kind];
  return (await encoder({ type, hasAlpha: metadata.hasAlpha ?? false, within })) as Encoded<K>;
}

/** Cameras of one large maker write this into every photo; the picture is whole. */
function isHarmless(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Invalid SOS parameters');
}
