import { PROOF_LONGEST_SIDE } from '@firmament/rules';

const QUALITY = 0.85;
/** What a canvas can read and write again without losing more than pixels (a GIF may move). */
const SHRINKABLE = new Set(['image/jpeg', 'image/png', 'image/webp']);

const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));

/**
 * The same picture with no more pixels than are kept of a proof, upright, as JPEG. A smaller picture, and one that the
 * browser cannot read, stays the file that it was: the server judges it.
 */
export async function smallerImage(file: File): Promise<File> {
  if (!SHRINKABLE.has(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = PROOF_LONGEST_SIDE / Math.max(picture.width, picture.height);
    if (scale >= 1) {
      picture.close();
      return file;
    }
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const paper = canvas.getContext('2d');
    if (!paper) return file;
    paper.fillStyle = 'white';
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.imageSmoothingQuality = 'high';
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const jpeg = await jpegOf(canvas);
    if (!jpeg) return file;
    return new File([jpeg], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
  } catch {
    return file;
  }
}
