import type { Corridor } from '@firmament/rules';
import { useId } from 'react';
import { DAY_START, DAYS, dayStarts, INITIAL_BALANCE, READINGS_PER_DAY, readings } from './logbook.ts';

const LOW = 44_000;
const HIGH = 56_000;
const WIDTH = DAYS * READINGS_PER_DAY;
const HEIGHT = 220;
/** The daily limit of the drawn account: 5 % of its initial balance. */
const DAILY_LOSS = INITIAL_BALANCE * 0.05;

/** Share of the height, 0 at the top, for an amount in dollars. */
const y = (dollars: number) => ((HIGH - Math.min(Math.max(dollars, LOW), HIGH)) / (HIGH - LOW)) * 100;
const percent = (dollars: number) => `${y(dollars)}%`;

const past = readings.map((equity, index) => `${index},${y(equity)}`).join(' ');
const now = WIDTH - 2;

const dailyFloor = dayStarts
  .map((start, day) => `${day === 0 ? 'M0 ' : 'V'}${y(start - DAILY_LOSS)}H${(day + 1) * READINGS_PER_DAY}`)
  .join('');
const underDailyFloor = `${dailyFloor}V${y(INITIAL_BALANCE * 0.9)}H0Z`;

/** A hairline between one day and the next, from the target to the floor. */
const days = dayStarts
  .slice(1)
  .map((_, day) => `M${(day + 1) * READINGS_PER_DAY} ${y(INITIAL_BALANCE * 1.1)}V${y(INITIAL_BALANCE * 0.9)}`)
  .join('');

/** The account's days as a course between floor and target; its last leg ends at the present equity. */
export function CourseChart({ course }: { course: Corridor }) {
  const hatch = useId();
  const equity = course.equity / 100;
  const floor = course.floor / 100;
  const target = course.target / 100;
  const todayFloor = DAY_START - DAILY_LOSS;
  return (
    <svg width="100%" height={HEIGHT} className="block overflow-visible" aria-hidden="true">
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" className="stroke-loss" strokeWidth="1" opacity="0.35" />
      </pattern>
      <rect
        y={percent(target)}
        width="100%"
        height={`${y(floor) - y(target)}%`}
        className="fill-info-tint"
        opacity="0.75"
      />
      <svg
        viewBox={`0 0 ${WIDTH} 100`}
        preserveAspectRatio="none"
        width="100%"
        height="100%"
        fill="none"
        aria-hidden="true"
      >
        <path d={underDailyFloor} className="fill-loss-tint" opacity="0.75" />
        <path d={days} className="stroke-line" vectorEffect="non-scaling-stroke" />
        <path
          d={`M0 50H${WIDTH}`}
          className="stroke-control"
          strokeDasharray="1 4"
          vectorEffect="non-scaling-stroke"
        />
        <path d={dailyFloor} className="stroke-loss" strokeWidth="1.25" vectorEffect="non-scaling-stroke" />
        <polyline
          points={`${past} ${now},${y(equity)}`}
          className="stroke-ink"
          strokeWidth="1.75"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <rect y={percent(floor)} width="100%" height={`${100 - y(floor)}%`} fill={`url(#${hatch})`} />
      <line x2="100%" y1={percent(floor)} y2={percent(floor)} className="stroke-loss" strokeWidth="2" />
      <line
        x2="100%"
        y1={percent(target)}
        y2={percent(target)}
        className="stroke-gain"
        strokeWidth="1.5"
        strokeDasharray="6 4"
      />
      <circle
        cx={`${(now / WIDTH) * 100}%`}
        cy={percent(equity)}
        r="5.5"
        className="fill-ink stroke-surface"
        strokeWidth="2"
      />
      <Word at={target} offset={-6} className="fill-gain">
        Target
      </Word>
      <Word at={todayFloor} offset={31} end className="fill-loss">
        Today’s floor
      </Word>
      <Word at={floor} offset={-6} end className="fill-loss">
        Overall floor
      </Word>
    </svg>
  );
}

type WordProps = { at: number; offset: number; end?: boolean; className: string; children: string };

function Word({ at, offset, end = false, className, children }: WordProps) {
  return (
    <text
      x={end ? '100%' : '0%'}
      dx={end ? -6 : 0}
      y={percent(at)}
      dy={offset}
      textAnchor={end ? 'end' : 'start'}
      className={`font-mono text-label tracking-normal ${className}`}
    >
      {children}
    </text>
  );
}
