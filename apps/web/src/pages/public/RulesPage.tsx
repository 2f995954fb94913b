import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type Question, useContent } from '../../api/content.ts';
import * as rules from '../../content/rules.ts';
import { Title } from '../../layouts/Title.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Prose } from '../../ui/Prose.tsx';
import { Notice } from '../../ui/States.tsx';
import { Failed } from './parts/Awaited.tsx';
import { Contents } from './parts/Contents.tsx';
import { PayoutLine } from './parts/PayoutLine.tsx';
import { PhoneDisclosure } from './parts/PhoneDisclosure.tsx';
import { PhaseFigure, SplitFigure } from './parts/RuleFigures.tsx';
import { RuleList } from './parts/RuleList.tsx';

type RuleSection = { id: string; title: string; content: ReactNode };

const sections: readonly RuleSection[] = [
  {
    id: 'phase-1',
    title: 'Phase 1',
    content: (
      <>
        <PhaseFigure phase="Evaluation" target={10} />
        <RuleList rules={rules.phase1} context="Phase 1" />
      </>
    ),
  },
  {
    id: 'phase-2',
    title: 'Phase 2',
    content: (
      <>
        <PhaseFigure phase="Verification" target={5} />
        <RuleList rules={rules.phase2} context="Phase 2" />
      </>
    ),
  },
  {
    id: 'profit-sharing',
    title: '80% Profit Sharing Model',
    content: (
      <>
        <SplitFigure />
        <div className="mb-6">
          <p className="label mb-2">Payout days</p>
          <PayoutLine />
        </div>
        <RuleList rules={rules.profitSharing} context="Profit sharing" />
      </>
    ),
  },
  {
    id: 'requirements',
    title: 'Challenge Requirements',
    content: (
      <div className="md:mt-5">
        <RuleList rules={rules.requirements} context="Challenge requirements" />
      </div>
    ),
  },
  {
    id: 'prohibited',
    title: 'Prohibited Activities',
    content: (
      <div className="md:mt-5">
        <RuleList rules={rules.prohibited} context="Prohibited activities" />
        <Notice tone="warn" className="mt-6" title="What a violation leads to">
          {rules.consequences}
        </Notice>
      </div>
    ),
  },
];

const FAQ = { id: 'faq', title: 'Frequently Asked Questions' };
const withFaq = [...sections, FAQ];

export function Component() {
  const faq = useContent('GET /firm/faq/{list}', { params: { list: 'rules' } });
  const questions = faq.data?.questions ?? [];
  const failed = faq.isError && <Failed query={faq} />;
  const hasFaq = questions.length > 0 || failed;
  const { isOpen, toggle } = useOpenSections(faq.data !== undefined);
  return (
    <div className="site pt-10 md:pt-14 print:p-0">
      <Title description={rules.rulesIntro}>Rules</Title>
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 md:mb-14 print:mb-6!">
        <div>
          <h1 className="serif text-page">Rules</h1>
          <p className="mt-2 max-w-prose text-prose text-ink-2">{rules.rulesIntro}</p>
        </div>
        <Button variant="secondary" className="no-print" onClick={() => print()}>
          Print the rules
        </Button>
      </header>
      <div className="grid gap-y-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-14">
        <Contents items={hasFaq ? withFaq : sections} />
        <div className="max-md:border-t max-md:border-line">
          {sections.map(({ id, title, content }) => (
            <PhoneDisclosure
              key={id}
              id={id}
              title={title}
              level={2}
              titleClassName="serif text-section md:text-page"
              className="max-md:border-b max-md:border-line md:pb-18 print:break-inside-auto! print:pb-8!"
              open={isOpen(id)}
              onToggle={() => toggle(id)}
            >
              {content}
            </PhoneDisclosure>
          ))}
          {hasFaq && <Faq questions={questions} failed={failed} isOpen={isOpen} toggle={toggle} />}
          <p className="no-print mt-14">
            <Link to={paths.accounts} className={buttonClass({ size: 'large' })}>
              View Account Options
            </Link>
          </p>
        </div>
      </div>
    </div>
  );
}

type OpenSections = { isOpen: (id: string) => boolean; toggle: (id: string) => void };

type FaqProps = OpenSections & { questions: readonly Question[]; failed: ReactNode };

function Faq({ questions, failed, isOpen, toggle }: FaqProps) {
  return (
    <section id={FAQ.id} aria-label={FAQ.title} className="max-md:pt-14 print:break-inside-auto!">
      <h2 className="serif mb-3 text-section md:mb-5 md:text-page">{FAQ.title}</h2>
      <div className="border-t border-line">
        {questions.map(({ id, title, answer }) => (
          <PhoneDisclosure
            key={id}
            id={`q-${id}`}
            title={title}
            level={3}
            titleClassName="text-prose font-semibold"
            className="border-b border-line md:grid md:grid-cols-[12.5rem_1fr] md:gap-x-6 md:py-4 md:pe-10"
            open={isOpen(`q-${id}`)}
            onToggle={() => toggle(`q-${id}`)}
          >
            <Prose blocks={answer} />
          </PhoneDisclosure>
        ))}
        {questions.length === 0 && failed}
      </div>
    </section>
  );
}

/**
 * Which sections are open on a phone; an address with an anchor opens the section that holds it and goes there, at the
 * latest when the page is complete.
 */
function useOpenSections(complete: boolean): OpenSections {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  /** The anchor whose section is open by now. */
  const [arrived, setArrived] = useState('');
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part that comes later may hold the anchor
  useEffect(() => {
    const anchor = decodeURIComponent(hash.slice(1));
    const section = document.getElementById(anchor)?.closest('section');
    if (!section) return;
    setOpen((current) => new Set(current).add(section.id));
    setArrived(anchor);
  }, [hash, complete]);
  useEffect(() => {
    if (arrived) document.getElementById(arrived)?.scrollIntoView();
  }, [arrived]);
  const toggle = (id: string) =>
    setOpen((current) => {
      const next = new Set(current);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return { isOpen: (id) => open.has(id), toggle };
}
