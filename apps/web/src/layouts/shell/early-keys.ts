type Kept = { event: KeyboardEvent; isPalette: boolean };

/** Keys pressed before the shortcuts were loaded; null once they are there. */
let early: Kept[] | null = [];
const MOST = 10;

const keep = (event: KeyboardEvent): void => {
  const { key, target } = event;
  // Named keys and the space bar have a meaning of their own, and so has every key in a field.
  if (!early || early.length === MOST || key.length > 1 || key === ' ') return;
  // What follows is meant for the palette's own field.
  if (early.at(-1)?.isPalette) return;
  if (!(target instanceof Element) || target.closest('input, select, textarea, [contenteditable]')) return;
  const isPalette = key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  early.push({ event, isPalette });
  // The browser would open its own search.
  if (isPalette) event.preventDefault();
};

/** From now on keys are kept for the shortcuts, which come after the page. */
export function keepEarlyKeys(): void {
  if (early) addEventListener('keydown', keep);
}

/** The shortcuts are there: what was pressed before, and meant nothing to the page, is pressed again. */
export function replayEarlyKeys(): void {
  removeEventListener('keydown', keep);
  const kept = early ?? [];
  early = null;
  for (const { event, isPalette } of kept) {
    if (isPalette || !event.defaultPrevented) {
      event.target?.dispatchEvent(new KeyboardEvent('keydown', event));
    }
  }
}
