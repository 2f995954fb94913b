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
