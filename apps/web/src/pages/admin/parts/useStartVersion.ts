import { useState } from 'react';

/** The version that an edit started from: the present one until something is typed, then it stays. */
export function useStartVersion(version: number, dirty: boolean): number {
  const [start, setStart] = useState(version);
  if (!dirty && start !== version) setStart(version);
  return dirty ? start : version;
}

/** For `form.reset` of a form whose `resetOptions` keep what was typed: forgets it. */
export const AFRESH = { keepDirtyValues: false } as const;
