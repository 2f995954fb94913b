import type { Decoded, Routes } from '@firmament/contract';
import * as z from 'zod/mini';
import type { Firm } from './firm.ts';

type PublicFirm = Decoded<Routes['GET /firm']>['response'];

const demoLogins = z.array(z.object({ label: z.string(), email: z.string(), password: z.string() }));

/** The sign-ins of a demonstration from the fact that its seed wrote; null where there is none. */
export const presentDemoLogins = (fact: unknown): PublicFirm['demo'] => {
  const read = demoLogins.safeParse(fact);
  return read.success ? read.data : null;
};

/** What everyone may read of the firm. */
export const presentFirm = (
  { version, ...settings }: Firm,
  logo: PublicFirm['logo'],
  demo: PublicFirm['demo'],
): PublicFirm => ({
  ...settings,
  logo,
  demo,
});

/** The style sheet that carries the firm's hue, in degrees. */
export const presentBrand = (hue: number): string => `:root{--brand-hue:${hue}}\n`;
