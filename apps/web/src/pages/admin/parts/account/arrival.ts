import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Queue } from '../accounts.ts';

/** What an administrator comes to an account's page for. */
type Errand = 'payment' | 'credentials';

const ERRANDS: Partial<Record<Queue, Errand>> = {
  proof_to_review: 'payment',
  needs_credentials: 'credentials',
};

/** The state of a link to an account of a queue: the control that the queue waits for has the focus there. */
export const arrivingFor = (queue: Queue) => ({ errand: ERRANDS[queue] });

const isErrand = (state: unknown, errand: Errand): boolean =>
  typeof state === 'object' && state !== null && 'errand' in state && state.errand === errand;

/** Focuses a control once, where a link led to it, and shows of its panel what there is room for, from the top on. */
export function useArrival(errand: Errand, control: RefObject<HTMLElement | null>): void {
  const { state } = useLocation();
  const arrives = isErrand(state, errand);
  useEffect(() => {
    // After the page's title had the focus, which it has on every navigation.
    if (!arrives) return;
    queueMicrotask(() => {
      control.current?.focus({ preventScroll: true });
      control.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
    });
  }, [arrives, control]);
}
