import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { BusyError } from '../bounded-queue.ts';
import {
  type ImageRefusal,
  inspectImage,
  isRefused,
  LARGEST_IMAGE_BYTES,
  type ProofImage,
  reencodeMailImage,
  reencodeProof,
} from './images.ts';

let noise: Buffer;

beforeAll(async () => {
  const noiseOf = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  noise = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#000', noise: noiseOf },
  })
    .png()
    .toBuffer();
});

async function accepted(bytes: Buffer): Promise<ProofImage> {
  const result = await reencodeProof(bytes);
  if (isRefused(result)) throw new Error(`refused: ${result.refused}`);
  const metadata = await sharp(result.bytes).metadata();
  expect(metadata).toMatchObject({ format: 'webp', width: result.width, height: result.height });
  for (const key of ['exif', 'xmp', 'iptc', 'icc', 'orientation', 'comments'] as const) {
    expect(metadata[key]).toBeUndefined();
  }
  expect(metadata.pages ?? 1).toBe(1);
  return result;
}

async function refused(bytes: Buffer): Promise<ImageRefusal> {
  const result = await reencodeProof(bytes);
  if (!isRefused(result)) throw new Error('accepted');
  return result;
}

/** The colour at a point of the encoded image, as [red, green, blue]. */
async function colorAt(image: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(image)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

describe('a good image', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('of type %s is taken', async (type) => {
    const bytes = await sharp(noise).toFormat(type).toBuffer();
    expect(await inspectImage(bytes)).toEqual({ type, width: 400, height: 300 });
    const proof = await accepted(bytes);
    expect(proof).toMatchObject({ width: 400, height: 300 });
    expect(proof.sha256OfOriginal).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['progressive JPEG', () => sharp(noise).jpeg({ progressive: true })],
    ['grey JPEG', () => sharp(noise).grayscale().jpeg()],
    ['CMYK JPEG', () => sharp(noise).toColourspace('cmyk').jpeg()],
    ['JPEG 4:4:4', () => sharp(noise).jpeg({ chromaSubsampling: '4:4:4' })],
    ['optimised JPEG', () => sharp(noise).jpeg({ mozjpeg: true })],
    ['lossless WebP', () => sharp(noise).webp({ lossless: true })],
    ['WebP with alpha', () => sharp(noise).ensureAlpha(0.5).webp()],
    ['palette PNG', () => sharp(noise).png({ palette: true })],
    ['16-bit PNG', () => sharp(noise).toColourspace('rgb16').png()],
    ['JPEG with a colour profile', () => sharp(noise).withIccProfile('p3').jpeg()],
  ])('as %s is taken', async (_, make) => {
    await accepted(await make().toBuffer());
  });

  const kinds: [number, number[]][] = [
    [0, [1, 2, 4, 8, 16]],
    [2, [8, 16]],
    [3, [1, 2, 4, 8]],
    [4, [8, 16]],
    [6, [8, 16]],
  ];
  it.each(
    kinds.flatMap(([color, depths]) =>
      depths.flatMap((depth) => [false, true].map((interlaced) => ({ color, depth, interlaced }))),
    ),
  )('as PNG of colour type $color, depth $depth, interlaced $interlaced is taken', async (kind) => {
    expect(await accepted(makePng({ ...kind, width: 33, height: 17 }))).toMatchObject({
      width: 33,
      height: 17,
    });
  });

  it('is turned upright and loses place, camera and comment', async () => {
    const half = await sharp({ create: { width: 50, height: 60, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const camera = await sharp({ create: { width: 100, height: 60, channels: 3, background: '#00f' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .withExif({
        IFD0: { Make: 'MarkerCamera', Copyright: 'MarkerOwner' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 30/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '13/1 24/1 0/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    expect((await sharp(camera).metadata()).orientation).toBe(6);
    expect(camera.includes('Exif')).toBe(true);
    const proof = await accepted(camera);
    expect(proof).toMatchObject({ width: 60, height: 100 });
    expect(proof.bytes.includes('Marker')).toBe(false);
    expect(proof.bytes.includes('Exif')).toBe(false);
    const [top, bottom] = [await colorAt(proof.bytes, 30, 10), await colorAt(proof.bytes, 30, 90)];
    expect(top[0]).toBeGreaterThan(200);
    expect(bottom[2]).toBeGreaterThan(200);
  });

  it.each(['gif', 'webp'] as const)('with several frames (%s) gives its first', async (type) => {
    const frames = Buffer.concat([Buffer.alloc(40 * 30 * 3, 0xff), Buffer.alloc(40 * 30 * 3, 0x10)]);
    const animated = await sharp(frames, { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } })
      .toFormat(type, { delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const proof = await accepted(animated);
    expect(proof).toMatchObject({ width: 40, height: 30 });
    expect((await colorAt(proof.bytes, 20, 15)).every((value) => value > 240)).toBe(true);
  });

  it('is made smaller, never larger', async () => {
    const wide = await sharp({ create: { width: 6_000, height: 600, channels: 3, background: '#345' } })
      .jpeg()
      .toBuffer();
    expect(await accepted(wide)).toMatchObject({ width: 2_500, height: 250 });
    const line = await sharp({ create: { width: 10_000, height: 1, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    expect(await accepted(line)).toMatchObject({ width: 2_500, height: 1 });
    const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    expect(await accepted(dot)).toMatchObject({ width: 1, height: 1 });
  });

  it('keeps its hash and loses what hangs on its end', async () => {
    const polyglot = Buffer.concat([noise, Buffer.from('<script>marker()</script>PK\x03\x04marker')]);
    const [plain, hung] = [await accepted(noise), await accepted(polyglot)];
    expect(hung.bytes.includes('marker')).toBe(false);
    expect(hung.sha256OfOriginal).not.toBe(plain.sha256OfOriginal);
    expect((await accepted(noise)).sha256OfOriginal).toBe(plain.sha256OfOriginal);
  });
});

describe('a cut file', () => {
  it.each([
    ['PNG', () => sharp(noise).png()],
    ['JPEG', () => sharp(noise).jpeg()],
    ['progressive JPEG', () => sharp(noise).jpeg({ progressive: true })],
    ['WebP', () => sharp(noise).webp()],
    ['lossless WebP', () => sharp(noise).webp({ lossless: true })],
    ['GIF', () => sharp(noise).gif({ effort: 1 })],
  ])('of type %s is refused', async (_, make) => {
    const whole = await make().toBuffer();
    for (const length of [
      20,
      64,
      whole.length >> 2,
      whole.length >> 1,
      whole.length - 40,
      whole.length - 2,
    ]) {
      expect(await refused(whole.subarray(0, length))).toMatchObject({ refused: 'broken_image' });
    }
  });

  it('with a forged end is refused', async () => {
    const jpeg = await sharp(noise).jpeg().toBuffer();
    const forged = Buffer.concat([jpeg.subarray(0, jpeg.length >> 1), Buffer.from('ffd9', 'hex')]);
    expect(await refused(forged)).toMatchObject({ refused: 'broken_image' });
  });
});

describe('a broken or hostile file', () => {
  it('of 60000 × 60000 pixels is refused by its header', async () => {
    const bomb = makePng({
      color: 2,
      depth: 8,
      interlaced: false,
      width: 60_000,
      height: 60_000,
      data: Buffer.alloc(64),
    });
    const started = performance.now();
    expect(await refused(bomb)).toEqual({ refused: 'too_many_pixels', type: 'png' });
    expect(performance.now() - started).toBeLessThan(200);
  });

  it('of too many pixels is refused in each type', async () => {
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#345' } })
      .jpeg()
      .toBuffer();
    const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
    jpeg.writeUInt16BE(50_000, frame + 5);
    const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#345' } })
      .gif()
      .toBuffer();
    gif.writeUInt16LE(60_000, 6);
    const webp = await sharp(noise).ensureAlpha(0.5).webp().toBuffer();
    webp.writeUIntLE(16_000_000, 24, 3);
    for (const bytes of [jpeg, gif, webp])
      expect(await refused(bytes)).toMatchObject({ refused: 'too_many_pixels' });
    const thin = makePng({ color: 0, depth: 8, interlaced: false, width: 10_001, height: 1 });
    expect(await refused(thin)).toMatchObject({ refused: 'too_many_pixels' });
    const flat = makePng({ color: 0, depth: 1, interlaced: false, width: 10_000, height: 4_001 });
    expect(await refused(flat)).toMatchObject({ refused: 'too_many_pixels' });
  });

  it('whose header is smaller than its frame is refused', async () => {
    const gif = await sharp(noise).gif({ effort: 1 }).toBuffer();
    gif.writeUInt16LE(0, 6);
    expect(await refused(gif)).toMatchObject({ refused: 'broken_image' });
    const png = Buffer.from(noise);
    png.writeUInt32BE(4_000, 16);
    expect(await refused(png)).toMatchObject({ refused: 'broken_image' });
  });

  it('of more than 10 MiB is refused', async () => {
    expect(LARGEST_IMAGE_BYTES).toBe(10_485_760);
    const exact = Buffer.concat([noise, Buffer.alloc(LARGEST_IMAGE_BYTES - noise.length)]);
    await accepted(exact);
    expect(await refused(Buffer.concat([exact, Buffer.alloc(1)]))).toEqual({ refused: 'too_large' });
  });

  it.each([
    [
      'SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      'svg',
    ],
    [
      'SVG with prologue',
      '<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"/>',
      'svg',
    ],
    ['PDF', '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n', 'pdf'],
    ['text', 'just text, whatever its name', undefined],
    ['HTML', '<!doctype html><script>alert(1)</script>', undefined],
    ['nothing', '', undefined],
    ['the first bytes of a PNG', '\x89PNG\r\n\x1a\n', 'png'],
    ['the first bytes of a JPEG', '\xff\xd8\xff', 'jpeg'],
    ['a bitmap', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'bmp'],
    ['a photo of a phone', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
    ['a photo of another phone', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'heic'],
    ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'avif'],
    ['TIFF', 'II*\0\x08\0\0\0\0\0\0\0', 'tif'],
  ])('that is %s is refused', async (_, text, type) => {
    const refusal = await refused(Buffer.from(text, 'latin1'));
    expect(refusal.type).toBe(type);
    const kinds = ['svg', 'bmp', 'heic', 'avif', 'tif'].includes(type ?? '')
      ? 'unsupported_type'
      : ['png', 'jpeg'].includes(type ?? '')
        ? 'broken_image'
        : 'not_an_image';
    expect(refusal.refused).toBe(kinds);
  });

  it('never throws, whatever bytes follow a true beginning', async () => {
    const starts = [
      noise,
      await sharp(noise).jpeg().toBuffer(),
      await sharp(noise).webp().toBuffer(),
      await sharp(noise).gif({ effort: 1 }).toBuffer(),
    ];
    for (const start of starts) {
      for (let round = 0; round < 15; round += 1) {
        const head = start.subarray(0, 8 + round * 6);
        const result = await reencodeProof(Buffer.concat([head, randomBytes(600)]));
        expect(isRefused(result)).toBe(true);
      }
    }
  });
});

describe('many images at once', () => {
  it('wait in a short queue', async () => {
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => reencodeProof(noise)));
    const busy = results.filter((result) => result.status === 'rejected');
    expect(busy).toHaveLength(8);
    expect(busy.every((result) => result.reason instanceof BusyError)).toBe(true);
    await accepted(noise);
  });
});

describe('an image for a mail', () => {
  it.each([
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/jpeg'],
    ['png', 'image/png'],
    ['gif', 'image/png'],
  ] as const)('from %s is %s', async (type, contentType) => {
    const flat = { width: 1_600, height: 1_200, channels: 3, background: '#345' } as const;
    const large = await sharp({ create: flat }).toFormat(type).toBuffer();
    const image = await reencodeMailImage(large);
    if (isRefused(image)) throw new Error(image.refused);
    expect(image).toMatchObject({ contentType, width: 1_200, height: 900 });
    expect((await sharp(image.bytes).metadata()).format).toBe(contentType.slice(6));
  });

  it('keeps transparent parts', async () => {
    const image = await reencodeMailImage(await sharp(noise).ensureAlpha(0.5).webp().toBuffer());
    expect(image).toMatchObject({ contentType: 'image/png' });
  });

  it('is refused like a proof', async () => {
    expect(await reencodeMailImage(Buffer.from('text'))).toEqual({ refused: 'not_an_image' });
  });
});

type PngKind = {
  color: number;
  depth: number;
  interlaced: boolean;
  width: number;
  height: number;
  data?: Buffer;
};

/** A valid PNG of any kind, its rows random (or `data` as they are, however short). */
function makePng({ color, depth, interlaced, width, height, data }: PngKind): Buffer {
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[color] ?? 1;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, interlaced ? 1 : 0], 8);
  // Adam7: first column, first row, column step, row step of each pass.
  const adam7 = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ];
  const rows = () =>
    (interlaced ? adam7 : [[0, 0, 1, 1]]).flatMap(([x = 0, y = 0, dx = 1, dy = 1]) => {
      const columns = Math.ceil((width - x) / dx);
      const count = Math.ceil((height - y) / dy);
      if (columns <= 0 || count <= 0) return [];
      const length = Math.ceil((columns * channels * depth) / 8);
      return Array.from({ length: count }, () => Buffer.concat([Buffer.from([0]), randomBytes(length)]));
    });
  const palette = color === 3 ? [chunk('PLTE', randomBytes(3 * 2 ** depth))] : [];
  const body = chunk('IDAT', deflateSync(data ?? Buffer.concat(rows())));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...palette,
    body,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const edges = Buffer.alloc(8);
  edges.writeUInt32BE(data.length, 0);
  edges.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([edges.subarray(0, 4), named, edges.subarray(4)]);
}
