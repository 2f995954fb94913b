import type { Corridor as Course } from '@firmament/rules';
import { clsx } from 'clsx';
import { useId } from 'react';
import { formatMoney } from './format.ts';

export type CorridorSize = 'line' | 'cell' | 'card' | 'hero';

export type CorridorProps = {
  /** The result of `corridor()` of @firmament/rules (amounts in cents, positions 0 to 10000). */
  course: Course;
  size?: CorridorSize;
  /** Shows the text twin; in a cell it is for screen readers only. */
  showText?: boolean;
  className?: string;
};

const dollars = (amount: number) => formatMoney(amount / 100, { cents: 'auto' });
const at = (position: number) => `${position / 100}%`;

/** "$52,140.20: $7,140.20 above the floor, $2,859.80 below the target". */
export function corridorText(course: Course): string {
  const floor =
    course.roomToFloor > 0
      ? `${dollars(course.roomToFloor)} above the floor`
      : course.roomToFloor === 0
        ? 'on the floor'
        : `${dollars(-course.roomToFloor)} below the floor`;
  const target =
    course.roomToTarget > 0
      ? `${dollars(course.roomToTarget)} below the target`
      : course.roomToTarget === 0
        ? 'on the target'
        : `${dollars(-course.roomToTarget)} beyond the target`;
  return `${dollars(course.equity)}: ${floor}, ${target}`;
}

type Geometry = { height: number; mid: number; tick: number; dot: number; line: number };
const geometries: Record<CorridorSize, Geometry> = {
  line: { height: 14, mid: 7, tick: 5, dot: 3.5, line: 2 },
  cell: { height: 18, mid: 9, tick: 7, dot: 4, line: 3 },
  card: { height: 28, mid: 14, tick: 11, dot: 5.5, line: 4 },
  hero: { height: 148, mid: 60, tick: 24, dot: 8, line: 6 },
};

/** An account's course: red floor, red step of today's floor, start, green target, ink dot for equity. */
export function Corridor({
  course,
  size = 'card',
  showText = size !== 'cell' && size !== 'line',
  className,
}: CorridorProps) {
  const hatch = useId();
  const { height, mid, tick, dot, line } = geometries[size];
  const { position } = course;
  const gain = position.equity >= position.start;
  return (
    <div
      className={clsx(
        size === 'cell' && 'inline-block w-40 align-middle',
        size === 'line' && 'inline-block w-20 align-middle',
        className,
      )}
    >
      <svg
        width="100%"
        height={height}
        className={clsx('block overflow-visible', size === 'cell' ? 'h-4.5 w-40' : 'w-full')}
        aria-hidden="true"
      >
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" className="stroke-loss" strokeWidth="1" opacity="0.6" />
        </pattern>
        {position.todayFloor !== null && (
          <rect
            x={at(position.floor)}
            y={mid - tick + 2}
            width={at(Math.max(0, position.todayFloor - position.floor))}
            height={2 * (tick - 2)}
            className="fill-loss-tint"
          />
        )}
        <rect
          x="0"
          y={mid - tick + 2}
          width={at(position.floor)}
          height={2 * (tick - 2)}
          fill={`url(#${hatch})`}
        />
        <line
          x1={at(position.floor)}
          x2={at(position.target)}
          y1={mid}
          y2={mid}
          className="stroke-line"
          strokeWidth={line}
        />
        <line
          x1={at(position.start)}
          x2={at(position.equity)}
          y1={mid}
          y2={mid}
          className={gain ? 'stroke-gain' : 'stroke-loss'}
          strokeWidth={line}
        />
        <Tick x={position.start} y={mid} reach={tick - 2} width={1} className="stroke-ink-3" />
        <Tick x={position.floor} y={mid} reach={tick} width={2} className="stroke-loss" />
        <Tick x={position.target} y={mid} reach={tick} width={2} className="stroke-gain" />
        {position.todayFloor !== null && (
          <line
            x1={at(position.todayFloor)}
            x2={at(position.todayFloor)}
            y1={mid}
            y2={mid + tick}
            className="stroke-loss"
            strokeWidth={2}
            strokeDasharray="2 1.5"
          />
        )}
        <circle
          cx={at(position.equity)}
          cy={mid}
          r={dot}
          className="fill-ink stroke-surface"
          strokeWidth="2"
        />
        {size === 'hero' && <HeroLabels course={course} mid={mid} tick={tick} />}
      </svg>
      <p className={showText ? 'mt-1.5 text-sm text-ink-2' : 'sr-only'}>{corridorText(course)}</p>
    </div>
  );
}

type TickProps = { x: number; y: number; reach: number; width: number; className: string };

const Tick = ({ x, y, reach, width, className }: TickProps) => (
  <line x1={at(x)} x2={at(x)} y1={y - reach} y2={y + reach} className={className} strokeWidth={width} />
);

/** Unscaled labels on rows of their own, so that no two can touch. */
function HeroLabels({ course, mid, tick }: { course: Course; mid: number; tick: number }) {
  const { position, todayFloor } = course;
  const below = mid + tick + 17;
  return (
    <g className="font-mono text-label tracking-normal">
      <text
        x={at(position.equity)}
        y={mid - tick - 12}
        textAnchor={anchorAt(position.equity)}
        className="fill-ink font-sans text-ui font-semibold"
      >
        {dollars(course.equity)}
      </text>
      <text x={at(position.floor)} y={below} textAnchor="start" className="fill-loss">
        {dollars(course.floor)} floor
      </text>
      <text x={at(position.target)} y={below} textAnchor="end" className="fill-gain">
        {dollars(course.target)} target
      </text>
      <text x={at(position.start)} y={below + 16} textAnchor="middle" className="fill-ink-3">
        {dollars(course.start)} start
      </text>
      {todayFloor !== null && position.todayFloor !== null && (
        <text
          x={at(position.todayFloor)}
          y={below + 32}
          textAnchor={anchorAt(position.todayFloor)}
          className="fill-loss"
        >
          {dollars(todayFloor)} today’s floor
        </text>
      )}
    </g>
  );
}

/** Labels near an end grow inwards. */
const anchorAt = (x: number) => (x < 3000 ? 'start' : x > 7000 ? 'end' : 'middle');
