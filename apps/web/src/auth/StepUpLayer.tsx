import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { settleStepUp, useStepUpAsked } from './step-up.ts';

const StepUpDialog = lazy(async () => ({ default: (await import('./StepUpDialog.tsx')).StepUpDialog }));

/** Draws the question for a fresh second factor over the page; leaving the page is a no. */
export function StepUpLayer() {
  const asked = useStepUpAsked();
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current !== pathname) settleStepUp(false);
    previous.current = pathname;
  }, [pathname]);
  return <Suspense>{asked && <StepUpDialog />}</Suspense>;
}
