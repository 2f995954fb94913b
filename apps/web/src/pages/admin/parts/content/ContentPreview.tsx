import { shownAbout, shownFaq, shownLegal } from '@firmament/contract/content';
import type { FirmFacts } from '@firmament/rules';
import type { ReactNode } from 'react';
import type { About, Testimonial } from '../../../../api/content.ts';
import { useFirm } from '../../../../api/firm.ts';
import { Disclosure } from '../../../../ui/Disclosure.tsx';
import { numbered } from '../../../../ui/numbered.ts';
import { Prose } from '../../../../ui/Prose.tsx';
import { AboutBody } from '../../../public/parts/AboutBody.tsx';
import { EffectiveDate, LegalBody } from '../../../public/parts/LegalBody.tsx';
import { Testimonials } from '../../../public/parts/Testimonials.tsx';
import type { Preview, Texts } from './sections.ts';

export type ContentPreviewProps = { kind: Preview; title: string; texts: Texts };

// What the form holds has the shape of its section: it was loaded as such, and its fields keep it.
const VIEWS: Record<Preview, (texts: never, facts: FirmFacts, title: string) => ReactNode> = {
  testimonials: ({ testimonials }: { testimonials: Testimonial[] }) => (
    <Testimonials testimonials={testimonials} />
  ),
  about: (texts: About, facts) => {
    const about = shownAbout(texts, facts);
    return (
      <div className="site pt-10">
        <p className="serif text-hero">About {facts.firm}</p>
        <p className="mt-4 max-w-prose text-lead text-ink-2">{about.intro}</p>
        <AboutBody about={about} name={facts.firm} />
      </div>
    );
  },
  faq: (texts: Parameters<typeof shownFaq>[0], facts) => (
    <div className="site max-w-prose pt-10">
      {numbered(shownFaq(texts, facts).questions).map(([key, { title, answer }]) => (
        <Disclosure key={key} title={title} level={2} defaultOpen>
          <Prose blocks={answer} />
        </Disclosure>
      ))}
    </div>
  ),
  legal: (texts: Parameters<typeof shownLegal>[0], facts, title) => {
    const { effective, summary, sections } = shownLegal(texts, facts);
    const anchored = sections.map((section, place) => ({ ...section, id: `preview-${place}` }));
    return (
      <div className="site max-w-prose pt-10">
        <p className="label">{effective && <EffectiveDate day={effective} />}</p>
        <p className="serif mt-4 text-hero">{title}</p>
        <p className="mb-8 mt-5 border-b border-line pb-8 text-lead text-ink-2">{summary}</p>
        <LegalBody sections={anchored} />
      </div>
    );
  },
};

/** The texts as visitors will see them, drawn by the parts of the public pages. */
export function ContentPreview({ kind, title, texts }: ContentPreviewProps) {
  const { name, supportEmail, address } = useFirm();
  const facts = { firm: name, email: supportEmail, address };
  return (
    <div className="overflow-x-clip rounded-card border border-line bg-bg pb-14">
      {VIEWS[kind](texts as never, facts, title)}
    </div>
  );
}
