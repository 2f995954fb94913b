import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A file as a file chooser gives it to the page. */
export type Upload = { name: string; mimeType: string; buffer: Buffer };

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d4e6b' } });

/** A screenshot in each accepted format; the JPEG says where and with what it was taken. */
export const pictures = async (): Promise<
  Record<'png' | 'jpeg' | 'webp' | 'gif', Upload & { width: number; height: number }>
> => {
  const exif = {
    IFD0: { Make: 'Spyglass', Model: 'Harbour 7' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1' },
  };
  const file = async (type: string, image: Sharp, width: number, height: number) => ({
    name: `payment.${type}`,
    mimeType: `image/${type}`,
    buffer: await image.toBuffer(),
    width,
    height,
  });
  return {
    png: await file('png', drawn(360, 640).png(), 360, 640),
    jpeg: await file('jpeg', drawn(420, 300).withExif(exif).jpeg(), 420, 300),
    webp: await file('webp', drawn(300, 420).webp(), 300, 420),
    gif: await file('gif', drawn(240, 320).gif(), 240, 320),
  };
};

/** A phone's photograph of 12 megapixels, taken upright: it lies on its side and says so. */
export const phonePhoto = (): Promise<Buffer> =>
  drawn(4000, 3000).withMetadata({ orientation: 6 }).jpeg().toBuffer();

/** A square PNG that does not pack: about 3 bytes a pixel. */
export const noise = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

/** A small screenshot. */
export const drawnPng = (): Promise<Buffer> => drawn(360, 640).png().toBuffer();

/** A picture of more than 10 MiB: what follows its end is ignored by viewers, but counts. */
export const tooLarge = (png: Buffer): Buffer => Buffer.concat([png, Buffer.alloc(11 * 1024 * 1024)]);

/** The head of a PNG that says 60,000 × 60,000 pixels. */
export const tooManyPixels = (): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(60_000, 0);
  head.writeUInt32BE(60_000, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
