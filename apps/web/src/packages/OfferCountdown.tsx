import { formatOfferRemaining, instant, offerRemaining, TICK_MILLISECONDS } from '@firmament/rules';
import { useEffect, useState } from 'react';
import { useFirm } from '../api/firm.ts';
import { Badge } from '../ui/Badge.tsx';

/** 'Ends in: 5d 0h 25m 3s' while the firm's offer runs; nothing before its start and after its end. */
export function OfferCountdown() {
  const { offerStart } = useFirm();
  const start = Date.parse(offerStart);
  const [now, setNow] = useState(() => Date.now());
  const remaining = now >= start ? offerRemaining(instant(start), instant(now)) : null;
  const running = remaining !== null;
  useEffect(() => {
    if (!running && Date.now() >= start) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [running, start]);
  if (!remaining) return null;
  return <Badge tone="mark">{formatOfferRemaining(remaining)}</Badge>;
}
