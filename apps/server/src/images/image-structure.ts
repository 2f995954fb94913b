import { crc32 } from 'node:zlib';

export type ImageType = 'jpeg' | 'png' | 'webp' | 'gif';
/** Most pixels of an image that is decoded. */
export const MOST_PIXELS = 40_000_000;

export type ImageSize = { width: number; height: number };

/** The type by the first bytes, or null; a file's name and declared type say nothing. */
export function sniffImageType(bytes: Buffer): ImageType | null {
  if (startsWith(bytes, 'ffd8ff')) return 'jpeg';
  if (startsWith(bytes, '89504e470d0a1a0a')) return 'png';
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  return null;
}

/** Width and height as the header states them, read without decoding; null where the header is broken. */
export function readImageSize(bytes: Buffer, type: ImageType): ImageSize | null {
  try {
    const size = SIZE_READERS[type](bytes);
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** True when the file is whole: decoders fill the missing rest of a cut file with grey and call it an image. */
export function isWholeImage(bytes: Buffer, type: ImageType): boolean {
  try {
    return WHOLE_CHECKS[type](bytes);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const SIZE_READERS: Record<ImageType, (bytes: Buffer) => ImageSize | null> = {
  png: (bytes) =>
    bytes.toString('latin1', 12, 16) === 'IHDR'
      ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      : null,
  gif: (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  jpeg: readJpegSize,
  webp: readWebpSize,
};

const WHOLE_CHECKS: Record<ImageType, (bytes: Buffer) => boolean> = {
  png: isWholePng,
  gif: isWholeGif,
  jpeg: (bytes) => findJpegMarker(bytes, (marker) => marker === 0xd9) !== null,
  webp: (bytes) => bytes.readUInt32LE(4) + 8 <= bytes.length + 1,
};

/** Start-of-frame markers: C0 to CF without DHT (C4), JPG (C8) and DAC (CC). */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readJpegSize(bytes: Buffer): ImageSize | null {
  const at = findJpegMarker(bytes, isStartOfFrame);
  return at === null ? null : { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
}

/** Offset of the first marker that `wanted` accepts, or null before the file ends. */
function findJpegMarker(bytes: Buffer, wanted: (marker: number) => boolean): number | null {
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) {
      // Coded data after a start of scan: the next marker is an FF that is not stuffed (FF 00).
      at = bytes.indexOf(0xff, at);
      if (at < 0) return null;
      continue;
    }
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
    } else {
      if (wanted(marker)) return at;
      if (marker === 0xd9) return null;
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
  return null;
}

function readWebpSize(bytes: Buffer): ImageSize | null {
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8 ') {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  if (chunk !== 'VP8L' || bytes[20] !== 0x2f) return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function isWholePng(bytes: Buffer): boolean {
  let at = 8;
  let hasData = false;
  for (;;) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    const checksum = bytes.readUInt32BE(end);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end)) !== checksum) return false;
    if (type === 'IEND') return hasData;
    if (type === 'IDAT') hasData = true;
    at = end + 4;
  }
}

function isWholeGif(bytes: Buffer): boolean {
  let at = 13 + colorTableBytes(bytes.readUInt8(10));
  let hasFrame = false;
  for (;;) {
    const block = bytes.readUInt8(at);
    if (block === 0x3b) return hasFrame;
    if (block === 0x21) {
      at = skipSubBlocks(bytes, at + 2);
    } else if (block === 0x2c) {
      hasFrame = true;
      at = skipSubBlocks(bytes, at + 11 + colorTableBytes(bytes.readUInt8(at + 9)));
    } else {
      return false;
    }
  }
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

function skipSubBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length;
  return at + 1;
}

function startsWith(bytes: Buffer, hex: string): boolean {
  return bytes.subarray(0, hex.length / 2).toString('hex') === hex;
}
