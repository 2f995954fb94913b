import { formatOfferRemaining, instant, offerRemaining, TICK_MILLISECONDS } from '@firmament/rules';
import { useEffect, useState } from 'react';
import { useFirm } from '../api/firm.ts';
import { Badge } from '../ui/Badge.tsx';

/** 'Ends in: 5d 0h 25m 3s' while the firm's offer runs; nothing before its start and after its end. */
export function OfferCountdown() {
  const { offerStart } = useFirm();
  const start = Date.parse(offerStart);
  // Unknown until the first effect: a page rendered by the server must not hold a moment of its own.
  const [now, setNow] = useState<number | null>(null);
  const remaining = now !== null && now >= start ? offerRemaining(instant(start), instant(now)) : null;
  const over = now !== null && now >= start && remaining === null;
  useEffect(() => {
    if (over) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [over]);
  if (!remaining) return null;
  return <Badge tone="mark">{formatOfferRemaining(remaining)}</Badge>;
}
