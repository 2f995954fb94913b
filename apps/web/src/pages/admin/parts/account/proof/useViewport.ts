import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { FIT, moved, type Size, turned, turnedSize, type View, zoomed } from './viewport.ts';

type Screen = { clientX: number; clientY: number };
type Held = Map<number, Screen>;

const STEP = 1.5;
/** How far a press of an arrow moves the window, in shares of it. */
const ARROW_SHARE = 0.2;

/** The pixels of the screen that one pixel of the picture takes, and where its corner lies. */
const scaleOf = (svg: SVGSVGElement) => svg.getScreenCTM();

/** A place on the screen in shares of the turned picture. */
function shareAt(svg: SVGSVGElement, { clientX, clientY }: Screen, { width, height }: Size) {
  const matrix = scaleOf(svg);
  if (!matrix) return { x: 0.5, y: 0.5 };
  const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return { x: point.x / width, y: point.y / height };
}

const distance = ([one, other]: Screen[]): number =>
  one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
const middle = ([one, other]: Screen[]): Screen => ({
  clientX: ((one?.clientX ?? 0) + (other?.clientX ?? one?.clientX ?? 0)) / 2,
  clientY: ((one?.clientY ?? 0) + (other?.clientY ?? one?.clientY ?? 0)) / 2,
});

/** Zoom (buttons, Ctrl + wheel, pinch, double click), turning, and moving by drag and keys. */
export function useViewport(size: Size) {
  const svg = useRef<SVGSVGElement>(null);
  const [view, setView] = useState<View>(FIT);
  const held = useRef<Held>(new Map());
  useWheelZoom(svg, size, setView);

  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const before = [...held.current.values()];
    if (!held.current.has(event.pointerId)) return;
    held.current.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY });
    const after = [...held.current.values()];
    const element = event.currentTarget;
    setView((seen) => {
      const box = turnedSize(seen, size);
      const [from, to] = [shareAt(element, middle(before), box), shareAt(element, middle(after), box)];
      const dragged = moved(seen, { x: from.x - to.x, y: from.y - to.y });
      return after.length < 2 ? dragged : zoomed(dragged, distance(after) / (distance(before) || 1), from);
    });
  };
  const release = (event: PointerEvent<SVGSVGElement>) => held.current.delete(event.pointerId);
  const arrow = (x: number, y: number) =>
    setView((seen) => moved(seen, { x: (x * ARROW_SHARE) / seen.zoom, y: (y * ARROW_SHARE) / seen.zoom }));
  return {
    view,
    zoomIn: () => setView((seen) => zoomed(seen, STEP)),
    zoomOut: () => setView((seen) => zoomed(seen, 1 / STEP)),
    turn: () => setView(turned),
    fit: () => setView(({ turn }) => ({ ...FIT, turn })),
    arrow,
    bind: {
      ref: svg,
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY });
      },
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: (event: Screen & { currentTarget: SVGSVGElement }) => {
        const { currentTarget } = event;
        setView((seen) =>
          seen.zoom > 1
            ? { ...FIT, turn: seen.turn }
            : zoomed(seen, 2.5, shareAt(currentTarget, event, turnedSize(seen, size))),
        );
      },
    },
  };
}

/** React listens to the wheel passively; this one must keep the browser from zooming the page. */
function useWheelZoom(
  svg: RefObject<SVGSVGElement | null>,
  { width, height }: Size,
  setView: (change: (view: View) => View) => void,
): void {
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const factor = Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.004 : 0.1));
      setView((seen) => {
        const box = turnedSize(seen, { width, height });
        return zoomed(seen, factor, shareAt(element, event, box));
      });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [svg, width, height, setView]);
}
