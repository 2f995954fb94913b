import { useEffect, useState } from 'react';

export type Draft = { message: string; imageUrls: string };

const KEY = 'mass-mail-draft';
const EMPTY: Draft = { message: '', imageUrls: '' };

function read(): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return EMPTY;
    const text = (name: keyof Draft) => {
      const value: unknown = Reflect.get(stored, name);
      return typeof value === 'string' ? value : '';
    };
    return { message: text('message'), imageUrls: text('imageUrls') };
  } catch {
    return EMPTY;
  }
}

/** The texts of a mail that is being written; they outlive a reload and a sign-in, pictures do not. */
export function useDraft(): [Draft, (changes: Partial<Draft>) => void, () => void] {
  const [draft, setDraft] = useState(read);
  useEffect(() => {
    try {
      if (draft.message === '' && draft.imageUrls === '') sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify(draft));
    } catch {
      // Storage is blocked: the draft lasts as long as the page.
    }
  }, [draft]);
  return [draft, (changes) => setDraft((before) => ({ ...before, ...changes })), () => setDraft(EMPTY)];
}
