import { useSyncExternalStore } from 'react';

type Question = { answer: Promise<boolean>; settle: (given: boolean) => void };

let question: Question | null = null;
const listeners = new Set<() => void>();

function ask(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Asks for a fresh second factor; resolves with whether it was given. Calls that ask meanwhile share the question. */
export function askStepUp(): Promise<boolean> {
  if (question) return question.answer;
  let settle: Question['settle'] = () => {};
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  ask({ answer, settle });
  return answer;
}

/** Ends the question. */
export function settleStepUp(given: boolean): void {
  const asked = question;
  ask(null);
  asked?.settle(given);
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Whether a second factor is being asked for. */
export const useStepUpAsked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => question !== null,
    () => false,
  );
