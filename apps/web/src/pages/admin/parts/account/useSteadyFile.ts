import { useState } from 'react';
import type { Proof } from '../accounts.ts';

/** A link is good for 10 minutes; each answer brings a new one. */
const KEEP_MILLISECONDS = 8 * 60_000;

/** The file name of a proof, kept while it is good: the picture is not loaded again with every answer. */
export function useSteadyFile(proof: Proof, readAt: number): string {
  const [kept, setKept] = useState({ id: proof._id, file: proof.file, readAt });
  const old = readAt - kept.readAt > KEEP_MILLISECONDS;
  if (kept.id === proof._id && !old) return kept.file;
  setKept({ id: proof._id, file: proof.file, readAt });
  return proof.file;
}
