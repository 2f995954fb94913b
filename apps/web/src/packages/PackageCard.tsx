import { centsFromDollars, formatSize } from '@firmament/rules';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Money } from '../ui/Values.tsx';
import { criteriaOf } from './criteria.tsx';
import { OfferCountdown } from './OfferCountdown.tsx';
import type { AccountPackage } from './usePackages.ts';

export const sizeLabel = (dollars: number): string => `$${formatSize(centsFromDollars(dollars))}`;

/** The id of a card's heading: names the card, and describes the action at its foot. */
export const packageHeadingId = (offer: AccountPackage): string => `package-${offer._id}`;

/** One package: size, the seven criteria with their money, the price and the action; rows stay level across cards. */
export function PackageCard({ offer, action }: { offer: AccountPackage; action: ReactNode }) {
  const id = packageHeadingId(offer);
  return (
    <article
      aria-labelledby={id}
      className={clsx(
        'relative row-span-10 grid grid-rows-subgrid rounded-card border bg-surface',
        offer.mostPopular ? 'border-ink' : 'border-line',
      )}
    >
      {offer.mostPopular && (
        <p className="absolute start-4 top-0 -translate-y-1/2 rounded-badge bg-mark px-2 py-0.5 text-xs font-semibold text-on-mark forced-colors:border">
          Most popular
        </p>
      )}
      <header className="px-4 pb-3 pt-5">
        <p className="label">{offer.tier}</p>
        <h3 id={id} className="text-figure">
          {sizeLabel(offer.subscriberCount)}{' '}
          <span className="sr-only">
            {offer.tier} {offer.name}
          </span>
        </h3>
      </header>
      <dl className="row-span-7 grid grid-rows-subgrid px-4">
        {criteriaOf(offer).map(({ term, value }) => (
          <div
            key={term}
            className="flex items-baseline justify-between gap-3 border-t border-line py-2 sm:block"
          >
            <dt className="text-sm text-ink-2 max-sm:whitespace-nowrap">{term}</dt>
            <dd className="text-end font-semibold sm:text-start">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="border-t border-line px-4 pt-4">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <span className="sr-only">Price</span>
          <Money amount={offer.discountedPrice} cents="auto" className="text-figure" />
          {offer.originalPrice > offer.discountedPrice && (
            <s className="text-ink-3">
              <span className="sr-only">original price </span>
              <Money amount={offer.originalPrice} cents="auto" />
            </s>
          )}
        </p>
        <OfferCountdown />
      </div>
      <div className="p-4">{action}</div>
    </article>
  );
}

/** Cards in as many columns as fit, five on a wide page; each card takes ten rows of the grid. */
export function PackageGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-3 gap-y-0 *:mb-6 sm:grid-cols-[repeat(auto-fit,minmax(11.25rem,1fr))]">
      {children}
    </div>
  );
}
