import type { LegalText } from '../../../api/content.ts';
import { Prose } from '../../../ui/Prose.tsx';

/** The sections of a legal text, numbered. */
export function LegalBody({ sections }: Pick<LegalText, 'sections'>) {
  return sections.map(({ id, title, body }, index) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`} className="pb-10">
      <h2 id={`${id}-title`} className="serif text-section">
        {title}
        <span className="label ms-3 align-middle" aria-hidden="true">
          § {index + 1}
        </span>
      </h2>
      <div className="mt-3">
        <Prose blocks={body} />
      </div>
    </section>
  ));
}

const DATE = { dateStyle: 'long', timeZone: 'UTC' } as const;

/** When a legal text takes effect: "January 1, 2025" for the day 2025-01-01. */
export function EffectiveDate({ day }: { day: string }) {
  return (
    <>
      Effective date: <time dateTime={day}>{new Date(day).toLocaleDateString('en-US', DATE)}</time>
    </>
  );
}
