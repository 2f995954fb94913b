import { messages, noPackagesAvailable } from '@firmament/contract/messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Title } from '../../layouts/Title.tsx';
import { ChallengeList } from '../../packages/ChallengeList.tsx';
import { PurchaseLink } from '../../packages/PurchaseLink.tsx';
import { paths } from '../../paths.ts';

export function Component() {
  return (
    <div className="site pt-10 md:pt-14">
      <Title description="1-Step and 2-Step Challenges compared: account sizes, targets, loss limits and prices.">
        Accounts
      </Title>
      <h1 className="serif text-page">Accounts</h1>
      <p className="mb-8 mt-2 max-w-prose text-prose text-ink-2">
        One step or two, five sizes. The limits are the same for everyone; the size decides what they mean in
        money.
      </p>
      <h2 className="sr-only">Packages</h2>
      <ChallengeList
        loading={messages.loadingAccounts}
        empty={noPackagesAvailable}
        action={(offer) => <PurchaseLink offer={offer} />}
      />
      <BeforeYouBuy />
    </div>
  );
}

function BeforeYouBuy() {
  return (
    <section aria-labelledby="before" className="mt-14">
      <h2 id="before" className="serif text-section">
        Before you buy
      </h2>
      <dl className="mt-5 grid gap-x-8 gap-y-6 md:grid-cols-3">
        <Note term="One or two steps?">
          A 1-Step Challenge has one evaluation phase. A 2-Step Challenge adds a second with a smaller target
          and costs less.{' '}
          <Link to={paths.rules} className="link">
            Read the rules
          </Link>
        </Note>
        <Note term="How you pay">
          Once, in cryptocurrency. You upload a screenshot of the payment, and your credentials usually follow
          in less than 30 minutes.
        </Note>
        <Note term="No refunds">
          All sales are final: there are no refunds once a service has been rendered.{' '}
          <Link to={paths.refund} className="link">
            Refund Policy
          </Link>
        </Note>
      </dl>
    </section>
  );
}

function Note({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="border-t border-line pt-4">
      <dt className="font-semibold">{term}</dt>
      <dd className="mt-1 text-ui text-ink-2">{children}</dd>
    </div>
  );
}
