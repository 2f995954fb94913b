import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { Corridor } from '../../../ui/Corridor.tsx';
import { courseOf } from '../../../ui/course.ts';
import { PayoutLine } from './PayoutLine.tsx';

const onTenThousand = (equity: number, target: number) =>
  courseOf({ initialBalance: 10_000, equity, target, totalLoss: 10, dailyLoss: 5 });

const stages = [
  {
    title: 'Phase 1',
    kind: 'Evaluation',
    text: 'Reach 10% without touching a floor: $1,000 on a $10,000 account, on at least 3 trading days.',
    drawing: <Corridor course={onTenThousand(10_640, 10)} />,
  },
  {
    title: 'Phase 2',
    kind: 'Verification',
    text: 'The same limits and half the target: 5%, which is $500, on at least 2 trading days. 1-Step accounts skip it.',
    drawing: <Corridor course={onTenThousand(10_210, 5)} />,
  },
  {
    title: 'Funded account',
    kind: 'Profit split',
    text: 'No target any more. Keep the limits and withdraw your share every 14 days.',
    drawing: <PayoutLine />,
  },
] as const;

/** From the evaluation to the funded account, each stage with its own drawing. */
export function Stages() {
  return (
    <section aria-labelledby="stages" className="site pt-24">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h2 id="stages" className="serif text-page">
          Three legs, one rulebook
        </h2>
        <Link to={paths.register} className={buttonClass({ variant: 'secondary' })}>
          Get Started
        </Link>
      </div>
      <ol className="mt-8 grid gap-x-8 gap-y-10 md:grid-cols-3">
        {stages.map(({ title, kind, text, drawing }) => (
          <li
            key={title}
            className="border-t border-ink pt-4 md:row-span-3 md:grid md:grid-rows-subgrid md:gap-y-0"
          >
            <h3 className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="serif text-section">{title}</span> <span className="label">{kind}</span>
            </h3>
            <p className="mt-2 text-prose text-ink-2">{text}</p>
            <div className="mt-5">{drawing}</div>
          </li>
        ))}
      </ol>
    </section>
  );
}
