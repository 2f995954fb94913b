/** Width and height in pixels of the picture, or of the picture as it is turned. */
export type Size = { width: number; height: number };
export type Turn = 0 | 90 | 180 | 270;
/** What is seen of a picture: its centre in shares of the turned picture, how often enlarged, how far turned clockwise. */
export type View = { x: number; y: number; zoom: number; turn: Turn };
type Point = { x: number; y: number };

export const MOST_ZOOM = 8;
/** The whole picture, upright. */
export const FIT: View = { x: 0.5, y: 0.5, zoom: 1, turn: 0 };

const between = (least: number, value: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** Keeps the window inside the picture. */
const inside = (view: View): View => {
  const half = 0.5 / view.zoom;
  return { ...view, x: between(half, view.x, 1 - half), y: between(half, view.y, 1 - half) };
};

/** Enlarges by a factor; the point `at` (in shares of the turned picture) stays where it is seen. */
export function zoomed(view: View, factor: number, at: Point = view): View {
  const zoom = between(1, view.zoom * factor, MOST_ZOOM);
  const part = view.zoom / zoom;
  return inside({ ...view, zoom, x: at.x + (view.x - at.x) * part, y: at.y + (view.y - at.y) * part });
}

/** Moves the window by shares of the turned picture. */
export const moved = (view: View, by: Point): View => inside({ ...view, x: view.x + by.x, y: view.y + by.y });

const NEXT: Readonly<Record<Turn, Turn>> = { 0: 90, 90: 180, 180: 270, 270: 0 };

/** Turns the whole picture by a quarter clockwise. */
export const turned = ({ turn }: View): View => ({ ...FIT, turn: NEXT[turn] });

/** The size of the picture as it is turned. */
export const turnedSize = ({ turn }: View, { width, height }: Size): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** The `viewBox` of what is seen, in pixels of the turned picture. */
export function viewBoxOf(view: View, size: Size): string {
  const { width, height } = turnedSize(view, size);
  const [wide, high] = [width / view.zoom, height / view.zoom];
  return [view.x * width - wide / 2, view.y * height - high / 2, wide, high]
    .map((number) => Math.round(number * 100) / 100)
    .join(' ');
}

/** The `transform` that turns the picture into the box of its turned size. */
export function transformOf({ turn }: View, { width, height }: Size): string | undefined {
  if (turn === 90) return `translate(${height} 0) rotate(90)`;
  if (turn === 180) return `translate(${width} ${height}) rotate(180)`;
  if (turn === 270) return `translate(0 ${width}) rotate(270)`;
  return undefined;
}
