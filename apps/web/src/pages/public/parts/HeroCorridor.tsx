import type { Corridor as Course } from '@firmament/rules';
import { useId, useState } from 'react';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { Corridor, corridorText } from '../../../ui/Corridor.tsx';
import { courseOf } from '../../../ui/course.ts';
import { formatMoney } from '../../../ui/format.ts';
import { CourseChart } from './CourseChart.tsx';
import { DAY_START, INITIAL_BALANCE } from './logbook.ts';

/** The drawing's range: a tenth of the corridor beyond the floor and beyond the target. */
const LOWEST = 44_000;
const HIGHEST = 56_000;
const STEP = 50;
const FIRST = 52_150;

const courseAt = (equity: number): Course =>
  courseOf({
    initialBalance: INITIAL_BALANCE,
    equity,
    target: 10,
    totalLoss: 10,
    dailyLoss: 5,
    dayStartBalance: DAY_START,
  });

type Verdict = { tone: Tone; word: string; text: string };

function verdictOf(course: Course): Verdict {
  const room = formatMoney(course.roomToday / 100, { cents: 'auto' });
  switch (course.verdict) {
    case 'below_floor':
      return course.roomToFloor <= 0
        ? {
            tone: 'loss',
            word: 'Overall limit reached',
            text: 'The overall loss limit is reached: the account is suspended.',
          }
        : {
            tone: 'loss',
            word: 'Daily limit reached',
            text: 'Today’s loss limit is reached: the account is breached.',
          };
    case 'near_floor':
      return { tone: 'warn', word: 'Near the floor', text: `Only ${room} may still be lost today.` };
    case 'at_target':
      return {
        tone: 'gain',
        word: 'Target reached',
        text: 'Close your trades with the minimum trading days met, and the phase is passed.',
      };
    default:
      return { tone: 'info', word: 'Inside the lines', text: `${room} may still be lost today.` };
  }
}

/** A 50,000 account on its sixth day: the slider moves its equity, drawing and verdict follow. */
export function HeroCorridor() {
  const [equity, setEquity] = useState(FIRST);
  const id = useId();
  const course = courseAt(equity);
  const { tone, word, text } = verdictOf(course);
  return (
    <section
      aria-label="Try it: one account"
      className="self-start rounded-card border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-6 sm:pt-5">
        <p className="label">Phase 1 · $50,000 · Day 6</p>
        <Badge tone={tone} dot>
          {word}
        </Badge>
      </div>
      <div className="px-4 pt-4 sm:px-6">
        <CourseChart course={course} />
      </div>
      <div className="mt-4 border-t border-line px-4 pb-4 pt-4 sm:px-6 sm:pb-5">
        <label htmlFor={id} className="block text-ink-2">
          Move the equity of this $50,000 account
        </label>
        <div className="relative">
          <Corridor course={course} size="hero" showText={false} />
          {/* The thumb is a ring around the drawing's own dot; half of it stands over at each end. */}
          <input
            id={id}
            type="range"
            min={LOWEST}
            max={HIGHEST}
            step={STEP}
            value={equity}
            onChange={(event) => setEquity(event.target.valueAsNumber)}
            aria-valuetext={`${corridorText(course)}. ${word}. ${text}`}
            className="ring-slider absolute -start-3.5 top-[38px] h-11 w-[calc(100%+1.75rem)]"
          />
        </div>
        <p className="min-h-20 text-ui text-ink-2 sm:min-h-10">
          <span className="block font-semibold text-ink">{corridorText(course)}.</span> {text}
        </p>
      </div>
    </section>
  );
}
