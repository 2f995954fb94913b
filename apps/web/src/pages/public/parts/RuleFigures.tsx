import { Corridor } from '../../../ui/Corridor.tsx';
import { courseOf } from '../../../ui/course.ts';

/** A phase drawn: a 10,000 account on the morning of its first day. */
export function PhaseFigure({ phase, target }: { phase: string; target: number }) {
  const course = courseOf({
    initialBalance: 10_000,
    equity: 10_000,
    target,
    totalLoss: 10,
    dailyLoss: 5,
    dayStartBalance: 10_000,
  });
  return (
    <figure className="mb-6 mt-2 break-inside-avoid md:mt-5">
      <figcaption className="label">{phase} · a $10,000 account on its first morning</figcaption>
      <Corridor course={course} size="hero" showText={false} />
    </figure>
  );
}

/** A profit of 5,000 dollars parted 80 to 20 (specification section 9). */
export function SplitFigure() {
  return (
    <figure className="mb-6 mt-2 break-inside-avoid md:mt-5">
      <figcaption className="label">A $5,000 profit</figcaption>
      <svg width="100%" height="26" className="mt-3 block" aria-hidden="true">
        <rect width="80%" height="26" className="fill-gain-tint" />
        <rect x="80%" width="20%" height="26" className="fill-sunken" />
        <line y2="26" className="stroke-gain" strokeWidth="4" />
        <line x2="80%" y1="25" y2="25" className="stroke-gain" strokeWidth="2" />
        <line x1="80%" x2="100%" y1="25" y2="25" className="stroke-ink-3" strokeWidth="2" />
      </svg>
      <p className="mt-2 grid grid-cols-[4fr_1fr] gap-x-2">
        <span>
          <b className="font-semibold">$4,000</b> <span className="text-ink-2">for you</span>
        </span>
        <span className="max-sm:text-end">
          <b className="font-semibold">$1,000</b> <span className="text-ink-2">for the firm</span>
        </span>
      </p>
    </figure>
  );
}
