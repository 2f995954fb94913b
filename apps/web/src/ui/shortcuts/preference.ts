import { useSyncExternalStore } from 'react';

const KEY = 'shortcuts';

/** Whether shortcuts of single characters work in this browser; they do until switched off. */
export function characterShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Switches the shortcuts of single characters on or off, in every tab (WCAG 2.1.4). */
export function switchCharacterShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage is blocked: nothing can be remembered.
  }
  dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

export const useCharacterShortcutsOn = (): boolean =>
  useSyncExternalStore(subscribe, characterShortcutsOn, () => true);
