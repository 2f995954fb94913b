import { useEffect, useId, useSyncExternalStore } from 'react';

const dirty = new Set<string>();
const listeners = new Set<() => void>();

function mark(id: string, isDirty: boolean): void {
  if (isDirty === dirty.has(id)) return;
  if (isDirty) dirty.add(id);
  else dirty.delete(id);
  for (const listener of listeners) listener();
}

/** Whether any form on the page holds changes that are not saved. */
export const hasUnsaved = (): boolean => dirty.size > 0;

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, hasUnsaved, () => false);

/**
 * While `isDirty`, leaving the page asks first. The returned function says at once that the changes are given up (before a
 * "Cancel" that leaves).
 */
export function useUnsaved(isDirty: boolean): () => void {
  const id = useId();
  useEffect(() => {
    mark(id, isDirty);
    return () => mark(id, false);
  }, [id, isDirty]);
  return () => mark(id, false);
}
