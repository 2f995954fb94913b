/** Payout days of one example cycle (specification section 9): day of the month and the place on the line, in percent. */
const payouts = [
  { day: '1st', at: 3, note: 'first profit' },
  { day: '15th', at: 50, note: 'payout' },
  { day: '29th', at: 97, note: 'payout' },
] as const;

const anchor = (at: number) => (at < 20 ? 'start' : at > 80 ? 'end' : 'middle');
/** Labels at the ends begin and end with the line. */
const labelAt = (at: number) => (at < 20 ? '0%' : at > 80 ? '100%' : `${at}%`);

/** A fortnightly cycle: the 1st, then the 15th, then the 29th. */
export function PayoutLine() {
  return (
    <figure>
      <svg width="100%" height="58" className="block overflow-visible" aria-hidden="true">
        <line x2="100%" y1="14" y2="14" className="stroke-line" strokeWidth="4" />
        <line x1="3%" x2="97%" y1="14" y2="14" className="stroke-gain" strokeWidth="4" />
        {payouts.map(({ day, at, note }) => (
          <g key={day}>
            <circle cx={`${at}%`} cy="14" r="5.5" className="fill-ink stroke-bg" strokeWidth="2" />
            <text
              x={labelAt(at)}
              y="38"
              textAnchor={anchor(at)}
              className="fill-ink font-sans text-sm font-semibold"
            >
              {day}
            </text>
            <text x={labelAt(at)} y="54" textAnchor={anchor(at)} className="fill-ink-3 font-sans text-xs">
              {note}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="sr-only">
        First profitable trade on the 1st, payout on the 15th, next payout on the 29th.
      </figcaption>
    </figure>
  );
}
