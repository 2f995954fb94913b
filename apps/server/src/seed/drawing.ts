import { GLYPHS } from './glyphs.ts';

const EM = 1000;

/** Width of a text at a size, in pixels. */
const textWidth = (text: string, size: number): number =>
  [...text].reduce((width, character) => width + (GLYPHS[character]?.[0] ?? 0), 0) * (size / EM);

type TextStyle = { size: number; fill: string; anchor?: 'start' | 'middle' | 'end' };

/** A line of text as outlines, its base line at `y`. Characters without an outline are left out. */
export const text = (x: number, y: number, content: string, style: TextStyle): string => {
  const shift = { start: 0, middle: 0.5, end: 1 }[style.anchor ?? 'start'] * textWidth(content, style.size);
  const scale = style.size / EM;
  let advance = 0;
  const outlines = [...content].map((character) => {
    const [width, outline] = GLYPHS[character] ?? [0, ''];
    const at = advance;
    advance += width;
    return outline ? `<path transform="translate(${at})" d="${outline}"/>` : '';
  });
  return `<g fill="${style.fill}" transform="translate(${(x - shift).toFixed(1)} ${y}) scale(${scale} ${-scale})">${outlines.join('')}</g>`;
};

/** Breaks a text without spaces into lines of at most `length` characters. */
export const broken = (content: string, length: number): string[] =>
  content.match(new RegExp(`.{1,${length}}`, 'gs')) ?? [];

/** The first and last characters of a long text, as wallets show addresses. */
export const shortened = (content: string, head = 8, tail = 8): string =>
  content.length <= head + tail + 1 ? content : `${content.slice(0, head)}…${content.slice(-tail)}`;

export const rectangle = (
  box: { x: number; y: number; width: number; height: number },
  fill: string,
  radius = 0,
): string =>
  `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="${radius}" fill="${fill}"/>`;

export const rule = (x: number, y: number, width: number, stroke: string): string =>
  `<path d="M${x} ${y}h${width}" stroke="${stroke}"/>`;

/** A filled circle with a tick in it. */
export const tick = (x: number, y: number, radius: number, fill: string, stroke: string): string => {
  const r = radius * 0.45;
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/><path d="M${x - r} ${y}l${r * 0.75} ${r * 0.75}l${r * 1.3} ${-r * 1.4}" fill="none" stroke="${stroke}" stroke-width="${radius * 0.16}" stroke-linecap="round" stroke-linejoin="round"/>`;
};

/** The status line of a telephone. */
export const statusLine = (width: number, time: string, fill: string): string => {
  const bars = [5, 8, 11, 14].map((height, index) =>
    rectangle({ x: width - 86 + index * 6, y: 32 - height, width: 4, height }, fill, 1),
  );
  return [
    text(28, 32, time, { size: 16, fill }),
    ...bars,
    `<rect x="${width - 54}" y="18" width="26" height="14" rx="4" fill="none" stroke="${fill}"/>`,
    rectangle({ x: width - 51, y: 21, width: 17, height: 8 }, fill, 2),
  ].join('');
};

/** A whole drawing. */
export const drawing = (width: number, height: number, background: string, parts: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${rectangle({ x: 0, y: 0, width, height }, background)}${parts.join('')}</svg>`;
