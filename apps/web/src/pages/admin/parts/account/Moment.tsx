import { formatDateTime } from '../../../../ui/format.ts';
import { RelativeTime } from '../../../../ui/Values.tsx';

type MomentProps = {
  value: string;
  /** The account's own IANA zone. */
  zone: string;
};

/** When something happened; on hover or focus the reader's time, the account's and UTC. Give the box around it a position. */
export function Moment({ value, zone }: MomentProps) {
  const times = [
    { place: 'Yours', text: formatDateTime(value) },
    { place: 'Account', text: formatDateTime(value, 'datetime', zone) },
    { place: 'UTC', text: formatDateTime(value, 'datetime', 'UTC') },
  ];
  return (
    <button
      type="button"
      className="group cursor-help rounded-badge text-start underline decoration-line decoration-dotted underline-offset-4"
    >
      <RelativeTime value={value} />
      <span
        role="tooltip"
        className="pointer-events-none absolute start-5 z-20 mt-6 hidden grid-cols-[auto_auto] gap-x-3 whitespace-nowrap rounded-control border border-line bg-raised px-3 py-2 text-start text-sm text-ink shadow-popover group-hover:grid group-focus-visible:grid group-active:grid"
      >
        {times.map(({ place, text }) => (
          <span key={place} className="contents">
            <span className="text-ink-2">{place}</span>
            <span>{text}</span>
          </span>
        ))}
      </span>
    </button>
  );
}
