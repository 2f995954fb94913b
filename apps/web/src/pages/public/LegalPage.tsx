import { Link, useLocation } from 'react-router';
import { useContent } from '../../api/content.ts';
import { useFirm } from '../../api/firm.ts';
import { simulatedTradingNotice } from '../../content/notice.ts';
import { Title } from '../../layouts/Title.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Awaited } from './parts/Awaited.tsx';
import { Contents } from './parts/Contents.tsx';
import { EffectiveDate, LegalBody } from './parts/LegalBody.tsx';

const TITLES = {
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  refund: 'Refund Policy',
} as const;

type Page = keyof typeof TITLES;

/** The legal page that the address names, with its contents, effective date, and at its end a way to support and a way home. */
export function Component() {
  const page = useLocation().pathname.replaceAll('/', '') as Page;
  const title = TITLES[page];
  const firm = useFirm();
  const query = useContent('GET /firm/legal/{page}', { params: { page } });
  return (
    <div className="site pt-10 md:pt-14 print:p-0">
      <Title description={`${title} of ${firm.name}`}>{title}</Title>
      <header className="mb-8 border-b border-line pb-8 md:mb-14">
        <p className="label min-h-5">{query.data && <EffectiveDate day={query.data.effective} />}</p>
        <h1 className="serif mt-4 text-hero">{title}</h1>
        {query.data && <p className="mt-5 max-w-prose text-lead text-ink-2">{query.data.summary}</p>}
      </header>
      <Awaited query={query}>
        {({ sections }) => (
          <div className="grid gap-y-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-14">
            <Contents items={sections} />
            <div className="max-w-prose">
              <LegalBody sections={sections} />
              <p className="border-t border-line pt-6 text-prose text-ink-2">
                {simulatedTradingNotice(firm.name)}
              </p>
              <p className="mt-4 text-prose text-ink-2">
                Support:{' '}
                <a href={`mailto:${firm.supportEmail}`} className="link">
                  {firm.supportEmail}
                </a>
              </p>
              <div className="no-print mt-8 flex flex-wrap gap-3">
                <a href={`mailto:${firm.supportEmail}`} className={buttonClass({ size: 'large' })}>
                  Contact Support
                </a>
                <Link to={paths.home} className={buttonClass({ variant: 'secondary', size: 'large' })}>
                  Go to Homepage
                </Link>
              </div>
            </div>
          </div>
        )}
      </Awaited>
    </div>
  );
}
