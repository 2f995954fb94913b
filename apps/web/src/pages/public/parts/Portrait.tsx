import type { About } from '../../../api/content.ts';

type TeamMember = About['team'][number];
type Hair = TeamMember['portrait']['hair'];

const behind: Partial<Record<Hair, string>> = {
  bob: 'M56 168c-10-52-8-118 44-118s54 66 44 118c-10 6-22 6-28 2H84c-6 4-18 4-28-2z',
};

const front: Record<Hair, string> = {
  cropped: 'M64 102c-6-40 12-56 37-56s42 16 35 56c-3-14-7-24-13-31-18 6-34 5-46 0-7 7-11 17-13 31z',
  bob: 'M64 106c-4-36 12-54 38-54 22 0 38 16 34 54-5-14-16-26-32-34-6 16-22 28-40 34z',
  bun: 'M64 104c-4-36 12-56 36-56s40 20 36 56c-4-18-16-30-36-30s-32 12-36 30z',
  curls:
    'M64 104c-14-6-12-24 0-28-4-14 12-24 22-18 6-12 24-12 30 0 12-4 24 8 18 20 12 4 12 20 2 26-1-10-4-18-9-24-16 5-40 5-54 0-5 6-8 14-9 24z',
};

/** A member's photograph, or the drawing in its place; both have the same crop. */
export function Portrait({ name, photo, portrait }: Pick<TeamMember, 'name' | 'photo' | 'portrait'>) {
  if (!photo) return <DrawnPortrait name={name} portrait={portrait} />;
  return (
    <img
      src={`/brand/people/${photo}.webp`}
      alt={`Portrait of ${name}`}
      width={480}
      height={552}
      loading="lazy"
      className="block h-auto w-full rounded-card border border-line bg-sunken"
    />
  );
}

/** A line drawing in the crop that all portraits share: a placeholder, not the likeness of a person. */
function DrawnPortrait({ name, portrait }: Pick<TeamMember, 'name' | 'portrait'>) {
  const { hair, glasses, beard } = portrait;
  const back = behind[hair];
  return (
    <svg
      viewBox="0 0 200 230"
      role="img"
      aria-label={`Drawn portrait of ${name}`}
      className="block w-full rounded-card border border-line bg-sunken"
      fill="none"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        d="M0 38h200M0 76h200M0 114h200M0 152h200M0 190h200M40 0v230M80 0v230M120 0v230M160 0v230"
        className="stroke-line"
        strokeWidth="0.75"
      />
      {back && <path d={back} className="fill-ink stroke-ink" />}
      {hair === 'bun' && <circle cx="100" cy="38" r="16" className="fill-ink stroke-ink" />}
      <path d="M18 232c3-40 28-54 60-60l22 14 22-14c32 6 57 20 60 60z" className="fill-surface stroke-ink" />
      <path d="M84 138v34l16 14 16-14v-34" className="fill-surface stroke-ink" />
      <path d="M78 172l16 30 6-16 6 16 16-30" className="stroke-ink" />
      <path
        d="M65 98c0 36 16 58 35 58s35-22 35-58-14-48-35-48-35 12-35 48z"
        className="fill-surface stroke-ink"
      />
      {beard && (
        <path
          d="M66 112c2 30 16 45 34 45s32-15 34-45c-4 10-10 16-18 17-10-4-22-4-32 0-8-1-14-7-18-17z"
          className="fill-ink stroke-ink"
        />
      )}
      {hair === 'curls' && <circle cx="99" cy="70" r="22" className="fill-ink" />}
      <path d={front[hair]} className="fill-ink stroke-ink" />
      <path d="M80 103h9M111 103h9M101 102l-4 18h6" className="stroke-ink" />
      <path d="M92 135c5 3 11 3 16 0" className={beard ? 'stroke-surface' : 'stroke-ink'} />
      {glasses && (
        <path
          d="M73 104a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0-23 0zM104 104a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0-23 0zM96 102c3-2 5-2 8 0M73 102l-7-2M127 102l7-2"
          className="stroke-ink"
        />
      )}
    </svg>
  );
}
