import { centsFromDollars, formatSize } from '@firmament/rules';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { DefinitionList } from '../ui/Panel.tsx';
import { Money } from '../ui/Values.tsx';
import { criteriaOf } from './criteria.tsx';
import { OfferCountdown } from './OfferCountdown.tsx';
import type { AccountPackage } from './usePackages.ts';

export const sizeLabel = (dollars: number): string => `$${formatSize(centsFromDollars(dollars))}`;

/** One package: size, the seven criteria with their money, the price and the action; rows stay level across cards. */
export function PackageCard({ offer, action }: { offer: AccountPackage; action: ReactNode }) {
  const id = `package-${offer._id}`;
  return (
    <article
      aria-labelledby={id}
      className={clsx(
        'relative row-span-4 grid grid-rows-subgrid gap-0 rounded-card border bg-surface',
        offer.mostPopular ? 'border-ink-2' : 'border-line',
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-2 border-b border-line p-5">
        <div>
          <p className="label">{offer.tier}</p>
          <h3 id={id} className="mt-1 text-figure">
            {sizeLabel(offer.subscriberCount)} <span className="sr-only">{offer.name}</span>
          </h3>
        </div>
        {offer.mostPopular && (
          <span className="rounded-badge bg-mark px-2 py-1 text-sm font-semibold text-on-mark">
            Most popular
          </span>
        )}
      </header>
      <DefinitionList className="px-5 py-2" items={criteriaOf(offer)} />
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line px-5 pt-4">
        <span className="sr-only">Price</span>
        <Money amount={offer.discountedPrice} cents="auto" className="text-figure" />
        {offer.originalPrice > offer.discountedPrice && (
          <s className="text-ink-3">
            <span className="sr-only">original price </span>
            <Money amount={offer.originalPrice} cents="auto" />
          </s>
        )}
        <OfferCountdown />
      </p>
      <div className="p-5 pt-4">{action}</div>
    </article>
  );
}

/** Cards in as many columns as fit, aligned row by row. */
export function PackageGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16.5rem),1fr))] gap-x-5 gap-y-6">
      {children}
    </div>
  );
}
