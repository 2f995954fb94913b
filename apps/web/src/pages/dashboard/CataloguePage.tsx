import { noneAvailable } from '@firmament/contract/messages';
import { Link } from 'react-router';
import { useContent } from '../../api/content.ts';
import { ownAccountsQuery } from '../../api/page-queries.ts';
import { usePageQuery } from '../../api/queries.ts';
import { Title } from '../../layouts/Title.tsx';
import { ChallengeList, LoadingPackages } from '../../packages/ChallengeList.tsx';
import { ONE_STEP } from '../../packages/usePackages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Accordion } from '../../ui/Disclosure.tsx';
import { Prose } from '../../ui/Prose.tsx';
import { PendingPurchases } from './parts/PendingPurchases.tsx';

const LOADING = 'Loading packages...';

/** The packages wait for the orders that stand above them, so that nothing moves under the pointer. */
function Packages() {
  const accounts = usePageQuery({ ...ownAccountsQuery, refetchInterval: 30_000 });
  if (accounts.isPending) return <LoadingPackages text={LOADING} />;
  return (
    <>
      <PendingPurchases accounts={accounts.data?.accounts ?? []} />
      <h2 className="sr-only">Packages</h2>
      <ChallengeList
        first={ONE_STEP}
        loading={LOADING}
        empty={noneAvailable}
        action={(offer) => (
          <Link to={paths.purchase(offer._id)} className={buttonClass({ wide: true })}>
            Purchase<span className="sr-only"> {`${offer.tier} ${offer.name}`}</span>
          </Link>
        )}
      />
    </>
  );
}

export function Component() {
  return (
    <>
      <Title section="Dashboard">Start Challenge</Title>
      <h1 className="serif text-page">Choose your challenge</h1>
      <p className="mb-8 mt-2 max-w-prose text-prose text-ink-2">
        One fee, one rulebook. Each card shows what the size means in money.
      </p>
      <Packages />
      <Faq />
    </>
  );
}

function Faq() {
  const { data } = useContent('GET /firm/faq/{list}', { params: { list: 'catalogue' } });
  if (!data || data.questions.length === 0) return null;
  return (
    <section aria-labelledby="faq" className="mt-18 max-w-prose">
      <h2 id="faq" className="serif mb-4 text-section">
        Frequently asked questions
      </h2>
      <Accordion
        items={data.questions.map(({ id, title, answer }) => ({
          id: `q-${id}`,
          title,
          content: <Prose blocks={answer} />,
        }))}
        level={3}
      />
    </section>
  );
}
