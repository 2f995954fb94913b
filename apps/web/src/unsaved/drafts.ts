type Fields = Record<string, unknown>;

const PREFIX = 'draft ';
const keyOf = (userId: string, form: string) => `${PREFIX}${userId} ${form}`;

/** What a user typed into a form of this tab and did not save; null where there is nothing. */
export function readDraft(userId: string, form: string): Fields | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, form)) ?? 'null');
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : null;
  } catch {
    return null;
  }
}

/** Keeps it over a reload and a sign-in; without fields it is forgotten. */
export function writeDraft(userId: string, form: string, fields: Fields | null): void {
  try {
    if (fields === null || Object.keys(fields).length === 0) sessionStorage.removeItem(keyOf(userId, form));
    else sessionStorage.setItem(keyOf(userId, form), JSON.stringify(fields));
  } catch {
    // Storage is blocked: what was typed lasts as long as the page.
  }
}

function forget(isForgotten: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (isForgotten(key)) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing.
  }
}

/** Forgets what was given up, at once: its page may be reloaded before the next one takes its place. */
export const forgetDrafts = (): void => forget((key) => key.startsWith(PREFIX));

/** Forgets what this tab keeps of whoever signs out: drafts, what was opened last, codes; all but when an order was opened. */
export const forgetTab = (): void => forget((key) => !key.startsWith('payment-opened:'));

/** Whether a mark of a form's `dirtyFields`, or any mark within it, is set. */
export const isTouched = (mark: unknown): boolean =>
  typeof mark === 'object' && mark !== null ? Object.values(mark).some(isTouched) : mark === true;

/** The touched fields of a form, without those that no storage may hold. */
export function draftOf(values: Fields, dirty: Fields, secrets: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => isTouched(dirty[name]) && !secrets.includes(name)),
  );
}
