/** A colour as the design tokens give it: lightness 0 to 1, chroma, hue in degrees. */
export type Oklch = { l: number; c: number; h: number };

/** Oklab to linear sRGB, by the matrices of CSS Color 4 (Björn Ottosson's OKLab). */
const linearRgb = ({ l, c, h }: Oklch): [number, number, number] => {
  const angle = (h * Math.PI) / 180;
  const a = c * Math.cos(angle);
  const b = c * Math.sin(angle);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
};

/** Relative luminance (WCAG 2.2) of the colour as a screen shows it: channels out of gamut are clipped. */
const luminance = (colour: Oklch): number => {
  const [red, green, blue] = linearRgb(colour).map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
};

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export const contrastRatio = (one: Oklch, other: Oklch): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
};

const TEXT = 4.5;
const CONTROL = 3;

type Theme = Record<string, Oklch>;
type Pair = { front: string; back: string; least: number };

const colour = (l: number, c: number, h: number): Oklch => ({ l, c, h });

/** The tokens of the web application that follow the firm's hue, and those they stand on. */
export const lightTheme = (hue: number): Theme => ({
  background: colour(0.982, 0.006, 95),
  surface: colour(0.995, 0.003, 95),
  sunken: colour(0.958, 0.008, 95),
  text: colour(0.24, 0.03, hue),
  'second text': colour(0.42, 0.025, hue),
  'third text': colour(0.51, 0.022, hue),
  'control border': colour(0.6, 0.02, hue),
  primary: colour(0.29, 0.05, hue),
  'primary, hovered': colour(0.36, 0.055, hue),
  'text on primary': colour(0.985, 0.005, 95),
  accent: colour(0.46, 0.088, hue - 3),
  focus: colour(0.53, 0.105, hue - 3),
  'information tint': colour(0.945, 0.025, 232),
});

export const darkTheme = (hue: number): Theme => ({
  background: colour(0.185, 0.022, hue + 5),
  surface: colour(0.225, 0.024, hue + 5),
  sunken: colour(0.205, 0.022, hue + 5),
  text: colour(0.955, 0.008, 95),
  'second text': colour(0.81, 0.015, hue - 5),
  'third text': colour(0.71, 0.02, hue - 5),
  'control border': colour(0.57, 0.025, hue),
  primary: colour(0.955, 0.008, 95),
  'primary, hovered': colour(0.88, 0.012, 95),
  'text on primary': colour(0.21, 0.03, hue + 3),
  accent: colour(0.8, 0.09, hue - 10),
  focus: colour(0.82, 0.11, hue - 10),
  'information tint': colour(0.29, 0.04, 232),
});

const on = (fronts: string[], backs: string[], least: number): Pair[] =>
  fronts.flatMap((front) => backs.map((back) => ({ front, back, least })));

const GROUNDS = ['background', 'surface', 'sunken'];

const PAIRS: readonly Pair[] = [
  ...on(['text on primary'], ['primary', 'primary, hovered'], TEXT),
  ...on(['text', 'second text', 'third text', 'accent'], GROUNDS, TEXT),
  ...on(['accent'], ['information tint'], TEXT),
  ...on(['control border', 'focus'], GROUNDS, CONTROL),
];

/** A pair of colours that cannot be told apart well enough, in words for the administrator. */
export type WeakPair = { theme: 'light' | 'dark'; front: string; back: string; ratio: number; least: number };

const THEMES = { light: lightTheme, dark: darkTheme } as const;

/**
 * The pairs of tokens that a hue (degrees) drops below 4.5 for text or 3 for controls; empty for a good hue.
 * Lightness is the same for every hue, so the present tokens pass with all of them; the check holds when tokens change.
 */
export const weakPairs = (
  hue: number,
  themes: Record<'light' | 'dark', (hue: number) => Theme> = THEMES,
): WeakPair[] =>
  (['light', 'dark'] as const).flatMap((theme) => {
    const tokens = themes[theme](hue);
    return PAIRS.flatMap(({ front, back, least }) => {
      const [one, other] = [tokens[front], tokens[back]];
      if (!one || !other) throw new Error(`unknown token: ${front}, ${back}`);
      const ratio = contrastRatio(one, other);
      return ratio < least ? [{ theme, front, back, ratio, least }] : [];
    });
  });
