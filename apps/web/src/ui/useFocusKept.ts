import { type RefObject, useEffect, useRef } from 'react';

/** Whether what had the focus is gone or hidden, and nothing else has it. */
const isLost = (focused: EventTarget | null): boolean =>
  document.activeElement === document.body &&
  focused instanceof Element &&
  !(focused.isConnected && focused.checkVisibility());

/**
 * What was pressed may be gone when the view changes: a focus that was lost with it goes to the place that this returns.
 * Where nothing had the focus, as on a page that has just come, nothing gets it. Give a place that takes none by itself
 * `tabIndex={-1}`.
 */
export function useFocusKept<Place extends HTMLElement>(view: unknown): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const previous = useRef(view);
  const focused = useRef<EventTarget | null>(null);
  useEffect(() => {
    focused.current = document.activeElement;
    const note = ({ target }: FocusEvent) => {
      focused.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (previous.current !== view && isLost(focused.current)) place.current?.focus();
    previous.current = view;
  }, [view]);
  return place;
}
