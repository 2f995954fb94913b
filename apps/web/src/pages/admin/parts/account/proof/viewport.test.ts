import { describe, expect, it } from 'vitest';
import { FIT, MOST_ZOOM, moved, transformOf, turned, viewBoxOf, zoomed } from './viewport.ts';

const SIZE = { width: 400, height: 800 };

describe('the view of a proof', () => {
  it('begins with the whole picture', () => {
    expect(viewBoxOf(FIT, SIZE)).toBe('0 0 400 800');
  });

  it('enlarges around its centre, and around a point that stays where it is', () => {
    expect(viewBoxOf(zoomed(FIT, 2), SIZE)).toBe('100 200 200 400');
    const corner = zoomed(FIT, 4, { x: 0, y: 0 });
    expect(viewBoxOf(corner, SIZE)).toBe('0 0 100 200');
    // A quarter from the left and top: a quarter of the window lies before it, as before.
    expect(viewBoxOf(zoomed(FIT, 2, { x: 0.25, y: 0.25 }), SIZE)).toBe('50 100 200 400');
  });

  it('never leaves the picture, nor its limits', () => {
    expect(viewBoxOf(zoomed(FIT, 0.1), SIZE)).toBe('0 0 400 800');
    expect(zoomed(FIT, 100).zoom).toBe(MOST_ZOOM);
    expect(viewBoxOf(moved(zoomed(FIT, 2), { x: 9, y: -9 }), SIZE)).toBe('200 0 200 400');
    expect(viewBoxOf(moved(FIT, { x: 1, y: 1 }), SIZE)).toBe('0 0 400 800');
    expect(zoomed(moved(zoomed(FIT, 4), { x: 1, y: 1 }), 0.25)).toEqual(FIT);
  });

  it('turns by quarters, each as a whole', () => {
    const once = turned(zoomed(FIT, 3));
    expect(once).toEqual({ ...FIT, turn: 90 });
    expect(viewBoxOf(once, SIZE)).toBe('0 0 800 400');
    expect(turned(turned(turned(once)))).toEqual(FIT);
  });

  it.each([90, 180, 270] as const)('puts the corners into the box at %i degrees', (turn) => {
    const view = { ...FIT, turn };
    const [, dx = 0, dy = 0] =
      /translate\((\d+) (\d+)\)/.exec(transformOf(view, SIZE) ?? '')?.map(Number) ?? [];
    const angle = (turn * Math.PI) / 180;
    const corners = [
      [0, 0],
      [SIZE.width, 0],
      [0, SIZE.height],
      [SIZE.width, SIZE.height],
    ] as const;
    const turnedCorners = corners.map(([x, y]) => [
      Math.round(x * Math.cos(angle) - y * Math.sin(angle)) + dx,
      Math.round(x * Math.sin(angle) + y * Math.cos(angle)) + dy,
    ]);
    const [, , width, height] = viewBoxOf(view, SIZE).split(' ').map(Number);
    expect(Math.min(...turnedCorners.map(([x = 0]) => x))).toBe(0);
    expect(Math.min(...turnedCorners.map(([, y = 0]) => y))).toBe(0);
    expect(Math.max(...turnedCorners.map(([x = 0]) => x))).toBe(width);
    expect(Math.max(...turnedCorners.map(([, y = 0]) => y))).toBe(height);
  });
});
