import { noneAvailable } from '@firmament/contract/messages';
import { Link } from 'react-router';
import { challengeFaq } from '../../content/faq.ts';
import { Title } from '../../layouts/Title.tsx';
import { ChallengeList } from '../../packages/ChallengeList.tsx';
import { ONE_STEP } from '../../packages/usePackages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Accordion } from '../../ui/Disclosure.tsx';
import { PendingPurchases } from './parts/PendingPurchases.tsx';

export function Component() {
  return (
    <>
      <Title section="Dashboard">Start Challenge</Title>
      <PendingPurchases />
      <h1 className="serif text-page">Choose your challenge</h1>
      <p className="mb-8 mt-2 max-w-prose text-prose text-ink-2">
        One fee, one rulebook. Each card shows what the size means in money.
      </p>
      <h2 className="sr-only">Packages</h2>
      <ChallengeList
        first={ONE_STEP}
        loading="Loading packages..."
        empty={noneAvailable}
        action={(offer) => (
          <Link to={paths.purchase(offer._id)} className={buttonClass({ wide: true })}>
            Purchase<span className="sr-only"> {`${offer.tier} ${offer.name}`}</span>
          </Link>
        )}
      />
      <section aria-labelledby="faq" className="mt-18 max-w-prose">
        <h2 id="faq" className="serif mb-4 text-section">
          Frequently asked questions
        </h2>
        <Accordion items={challengeFaq} level={3} />
      </section>
    </>
  );
}
