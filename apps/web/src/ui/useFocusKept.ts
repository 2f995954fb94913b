import { type RefObject, useEffect, useRef } from 'react';

/**
 * What was pressed may be gone when the view changes: a focus that was lost with it goes to the place that this returns.
 * Give a place that takes none by itself `tabIndex={-1}`.
 */
export function useFocusKept<Place extends HTMLElement>(view: unknown): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const previous = useRef(view);
  useEffect(() => {
    if (previous.current !== view && document.activeElement === document.body) place.current?.focus();
    previous.current = view;
  }, [view]);
  return place;
}
