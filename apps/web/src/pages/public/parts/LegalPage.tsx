import { Link } from 'react-router';
import { useFirm } from '../../../api/firm.ts';
import type { FirmFacts, LegalSection, LegalText } from '../../../content/legal.ts';
import { simulatedTradingNotice } from '../../../content/notice.ts';
import { Title } from '../../../layouts/Title.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { Contents } from './Contents.tsx';

/** A legal text with its contents, effective date, and at its end a way to support and a way home. */
export function LegalPage({ text }: { text: (firm: FirmFacts) => LegalText }) {
  const firm = useFirm();
  const { title, effective, summary, sections } = text(firm);
  return (
    <div className="site pt-10 md:pt-14 print:p-0">
      <Title>{title}</Title>
      <header className="mb-8 border-b border-line pb-8 md:mb-14">
        <p className="label">Effective date: {effective}</p>
        <h1 className="serif mt-4 text-hero">{title}</h1>
        <p className="mt-5 max-w-prose text-lead text-ink-2">{summary}</p>
      </header>
      <div className="grid gap-y-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-14">
        <Contents items={sections} />
        <div className="max-w-prose">
          {sections.map((section, index) => (
            <Section key={section.id} number={index + 1} {...section} />
          ))}
          <p className="border-t border-line pt-6 text-prose text-ink-2">
            {simulatedTradingNotice(firm.name)}
          </p>
          <div className="no-print mt-8 flex flex-wrap gap-3">
            <a href={`mailto:${firm.supportEmail}`} className={buttonClass({ size: 'large' })}>
              Contact Support
            </a>
            <Link to={paths.home} className={buttonClass({ variant: 'secondary', size: 'large' })}>
              Go to Homepage
            </Link>
          </div>
          <p className="mt-4 text-ui text-ink-2">
            Support:{' '}
            <a href={`mailto:${firm.supportEmail}`} className="link">
              {firm.supportEmail}
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}

function Section({ id, number, title, body }: LegalSection & { number: number }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="pb-10">
      <h2 id={`${id}-title`} className="serif text-section">
        {title}
        <span className="label ms-3 align-middle" aria-hidden="true">
          § {number}
        </span>
      </h2>
      {body.map((part) =>
        typeof part === 'string' ? (
          <p key={part} className="mt-3 text-prose text-ink-2">
            {part}
          </p>
        ) : (
          <ul
            key={part.join()}
            className="mt-3 list-disc space-y-2 ps-5 text-prose text-ink-2 marker:text-ink-3"
          >
            {part.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}
