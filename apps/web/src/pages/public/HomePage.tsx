import { noPackagesAvailable } from '@firmament/contract/messages';
import { clsx } from 'clsx';
import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { useContent } from '../../api/content.ts';
import { useFirm } from '../../api/firm.ts';
import { features, heroText, heroTitle } from '../../content/home.ts';
import { Title } from '../../layouts/Title.tsx';
import { ChallengeList } from '../../packages/ChallengeList.tsx';
import { PurchaseLink } from '../../packages/PurchaseLink.tsx';
import { ONE_STEP } from '../../packages/usePackages.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Failed } from './parts/Awaited.tsx';
import { HeroCorridor } from './parts/HeroCorridor.tsx';
import { Stages } from './parts/Stages.tsx';
import { Testimonials } from './parts/Testimonials.tsx';
import { useDrawnNear } from './parts/useDrawnNear.ts';

export function Component() {
  const packages = useRef<HTMLElement>(null);
  const quotes = useContent('GET /firm/testimonials');
  return (
    <>
      <Title description="1-Step and 2-Step Challenges on simulated accounts: targets, loss limits, prices and the profit split.">
        Home
      </Title>
      <Hero packages={packages} />
      <Features />
      <Stages />
      <Packages ref={packages} />
      <Testimonials
        testimonials={quotes.data?.testimonials ?? []}
        failed={quotes.isError && <Failed query={quotes} />}
      />
      <Closing />
    </>
  );
}

/** Scrolls to the packages and gives the focus to the selected tab, or to their title while they load. */
function showPackages(section: HTMLElement | null) {
  if (!section) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'start' });
  const target =
    section.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]') ??
    section.querySelector<HTMLElement>('h2');
  target?.focus({ preventScroll: true });
}

function Hero({ packages }: { packages: RefObject<HTMLElement | null> }) {
  const { offerBadge } = useFirm();
  return (
    <section aria-labelledby="hero" className="border-b border-line">
      {/* As tall as it becomes: a browser may draw it before it has read all of the drawing. */}
      <div className="site grid items-center gap-x-10 gap-y-10 pb-14 pt-10 md:pb-18 md:pt-14 lg:min-h-[667px] lg:grid-cols-[minmax(0,1fr)_minmax(0,32rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]">
        <div>
          <p className="mb-5 min-h-6">
            {offerBadge && (
              <Badge tone="mark" className="px-2.5 py-1 text-sm">
                {offerBadge}
              </Badge>
            )}
          </p>
          <h1 id="hero" className="serif text-hero lg:max-xl:text-[3rem]">
            {heroTitle.map((line) => (
              <span key={line} className="block">
                {line}{' '}
              </span>
            ))}
          </h1>
          <p className="mt-6 max-w-120 text-lead text-ink-2">{heroText}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button size="large" className="max-sm:w-full" onClick={() => showPackages(packages.current)}>
              Start Your Challenge
            </Button>
            <Link
              to={paths.rules}
              className={buttonClass({ variant: 'secondary', size: 'large' }, 'max-sm:w-full')}
            >
              Learn The Rules
            </Link>
          </div>
        </div>
        <HeroCorridor />
      </div>
    </section>
  );
}

function Features() {
  return (
    <section aria-labelledby="features" className="site pt-18">
      <h2 id="features" className="sr-only">
        What you get
      </h2>
      <ul className="grid gap-y-8 sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-4 lg:gap-x-0 lg:divide-x lg:divide-line">
        {features.map(({ note, title, text }) => (
          <li
            key={title}
            className="sm:row-span-3 sm:grid sm:grid-rows-subgrid sm:gap-y-0 max-lg:border-t max-lg:border-line max-lg:pt-5 lg:px-6 lg:first:ps-0 lg:last:pe-0"
          >
            <p className="label">{note}</p>
            <h3 className="serif mt-2 text-[1.1875rem]/7 font-medium">{title}</h3>
            <p className="mt-2 text-ui text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Packages({ ref }: { ref: RefObject<HTMLElement | null> }) {
  const drawnNear = useDrawnNear();
  return (
    <section
      ref={ref}
      id="packages"
      aria-labelledby="packages-title"
      className={clsx(
        'site -scroll-mt-18 pt-24 [--reserve:174rem] sm:[--reserve:92rem] lg:[--reserve:52.5rem]',
        drawnNear,
      )}
    >
      <h2 id="packages-title" tabIndex={-1} className="serif text-page">
        Choose your challenge
      </h2>
      <p className="mb-6 mt-2 max-w-prose text-prose text-ink-2">
        A one-time fee. Every card says what the percentages mean in money.
      </p>
      <ChallengeList
        first={ONE_STEP}
        loading="Loading packages..."
        empty={noPackagesAvailable}
        action={(offer) => <PurchaseLink offer={offer} />}
      />
      <p className="mt-2">
        <Link to={paths.accounts} className={buttonClass({ variant: 'secondary' })}>
          View Account Options
        </Link>
      </p>
    </section>
  );
}

function Closing() {
  return (
    <section aria-labelledby="closing" className="site pt-24">
      <div className="flex flex-wrap items-end justify-between gap-x-14 gap-y-8 border-t border-ink pt-8">
        <div className="max-w-prose">
          <h2 id="closing" className="serif text-page">
            The course is drawn. Sail it.
          </h2>
          <p className="mt-3 text-prose text-ink-2">
            Pick a size, pay once, and trade when your setup comes. There is no time limit.
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <Link to={paths.accounts} className={buttonClass({ size: 'large' }, 'max-sm:w-full')}>
            Start Your Challenge Now
          </Link>
          <Link
            to={paths.register}
            className={buttonClass({ variant: 'secondary', size: 'large' }, 'max-sm:w-full')}
          >
            Create Account
          </Link>
        </div>
      </div>
    </section>
  );
}
