import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

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
    if (choice !== 'system') root().dataset.theme = choice;
    return;
  }
  dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

/** The other theme than the one that is chosen, if it is still to be applied, or else in effect. */
export function otherTheme(): Theme {
  const choice = themeChoice();
  return (choice === 'system' ? currentTheme() : choice) === 'dark' ? 'light' : 'dark';
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

/**
 * The theme in effect, for texts: they follow after the picture, which must not wait for them. What looks otherwise in each
 * theme has the classes `on-light` and `on-dark`.
 */
export function useTheme(): Theme {
  const [theme, setTheme] = useState<Theme>('light');
  useEffect(() => {
    const read = () => startTransition(() => setTheme(currentTheme()));
    read();
    return subscribe(read);
  }, []);
  return theme;
}

export const useThemeChoice = (): ThemeChoice =>
  useSyncExternalStore<ThemeChoice>(subscribe, themeChoice, () => 'system');
