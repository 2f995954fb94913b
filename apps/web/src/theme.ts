import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';
export type ThemeChoice = Theme | 'system';

/** Storage key of the chosen theme (specification section 9). */
const KEY = 'theme';

const root = () => document.documentElement;

/** The theme in effect; /theme.js keeps it on the root element. */
export const currentTheme = (): Theme => (root().dataset.theme === 'dark' ? 'dark' : 'light');

/** What the visitor chose; without a choice the system decides. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'dark' || stored === 'light' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Stores the choice; 'system' removes it. /theme.js applies it here, storage events apply it in other tabs. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  dispatchEvent(new StorageEvent('storage', { key: KEY }));
  if (choice !== 'system') root().dataset.theme = choice;
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(root(), { attributes: true, attributeFilter: ['data-theme'] });
  addEventListener('storage', onChange);
  return () => {
    observer.disconnect();
    removeEventListener('storage', onChange);
  };
}

export const useTheme = (): Theme => useSyncExternalStore<Theme>(subscribe, currentTheme, () => 'light');
export const useThemeChoice = (): ThemeChoice =>
  useSyncExternalStore<ThemeChoice>(subscribe, themeChoice, () => 'system');
