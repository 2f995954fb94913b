import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Testimonial } from '../../../api/content.ts';
import { numbered } from '../../../ui/numbered.ts';
import { useDrawnNear } from './useDrawnNear.ts';

type TestimonialsProps = {
  testimonials: readonly Testimonial[];
  /** What stands in their place where they could not be loaded. */
  failed?: ReactNode;
};

/** Quotes as a ledger: who, what, and how many of five. */
export function Testimonials({ testimonials, failed = null }: TestimonialsProps) {
  const drawnNear = useDrawnNear();
  if (testimonials.length === 0 && !failed) return null;
  return (
    <section
      aria-labelledby="testimonials"
      className={clsx(
        'site pt-24 [--reserve:73.5rem] sm:[--reserve:62.5rem] md:[--reserve:54rem] lg:[--reserve:40rem]',
        drawnNear,
      )}
    >
      <h2 id="testimonials" className="serif text-page">
        What traders write in the log
      </h2>
      {testimonials.length === 0 ? (
        failed
      ) : (
        <ul className="mt-8 border-b border-line">
          {numbered(testimonials).map(([key, testimonial]) => (
            <li key={key} className="border-t border-line py-6">
              <Quote {...testimonial} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Quote({ name, role, text, rating }: Testimonial) {
  return (
    <figure className="grid gap-x-8 gap-y-3 md:grid-cols-[13rem_1fr_6rem] md:items-baseline">
      <blockquote className="md:col-start-2 md:row-start-1">
        <p className="serif text-[1.1875rem]/7 text-ink md:text-[1.3125rem]/8">{text}</p>
      </blockquote>
      <figcaption className="md:col-start-1 md:row-start-1">
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-ink-2">{role}</span>
      </figcaption>
      <p className="flex items-center gap-2.5 text-sm text-ink-2 md:col-start-3 md:row-start-1 md:justify-end">
        <Tally count={rating} />
        <span>
          <span className="sr-only">Rating: </span>
          {rating} of 5
        </span>
      </p>
    </figure>
  );
}

/** Five strokes, as many in ink as were given. */
function Tally({ count }: { count: number }) {
  return (
    <svg viewBox="0 0 29 14" className="h-3.5 w-7.25 shrink-0" aria-hidden="true">
      {[1, 2, 3, 4, 5].map((stroke) => (
        <path
          key={stroke}
          d={`M${stroke * 6 - 4} 1v12`}
          strokeWidth="2"
          className={clsx(stroke <= count ? 'stroke-ink' : 'stroke-line')}
        />
      ))}
    </svg>
  );
}
