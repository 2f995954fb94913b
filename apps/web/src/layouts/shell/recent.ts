/** A user or an account that was opened from the palette. */
export type RecentItem = { kind: 'user' | 'account'; id: string; label: string; detail: string; to: string };

const MOST = 5;
const keyOf = (userId: string) => `recent ${userId}`;

const isItem = (value: unknown): value is RecentItem =>
  typeof value === 'object' &&
  value !== null &&
  ['kind', 'id', 'label', 'detail', 'to'].every((name) => typeof Reflect.get(value, name) === 'string');

/** What a user opened last in this tab, the newest first; the tab forgets it when it closes. */
export function recentItems(userId: string): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function rememberItem(userId: string, item: RecentItem): void {
  const others = recentItems(userId).filter(({ kind, id }) => kind !== item.kind || id !== item.id);
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify([item, ...others].slice(0, MOST)));
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}
