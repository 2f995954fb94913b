import { useFirm } from '../api/firm.ts';
import { Banner } from '../ui/Banner.tsx';

/** Says of the demonstration, on every page, that it is one. */
export function DemoBanner() {
  if (!useFirm().demo) return null;
  return (
    <Banner label="Demonstration">
      Demonstration: invented traders, simulated trading, no real payments.
    </Banner>
  );
}
