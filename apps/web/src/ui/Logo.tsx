import { needsName } from '@firmament/rules';
import type { Firm } from '../api/firm.ts';

type Scheme = 'light' | 'dark';
type Given = { logo: NonNullable<Firm['logo']>; name: string };

/**
 * The logo as pages of one scheme show it. The one for the other scheme stands on a ground of its own, so that it can be
 * seen. Its room is reserved before it is loaded.
 */
export function LogoFor({ logo, name, scheme }: Given & { scheme: Scheme }) {
  const other = scheme === 'light' ? 'dark' : 'light';
  const image = logo[scheme] ?? logo[other];
  if (!image) return null;
  const { url, width, height } = image;
  const isMark = needsName(image);
  return (
    <>
      <img
        src={url}
        alt={isMark ? '' : name}
        width={width}
        height={height}
        className={`h-8 w-auto max-w-40 shrink-0 object-contain ${
          logo[scheme] ? '' : `scheme-${other} rounded-control bg-bg px-1.5 py-1`
        }`}
      />
      {isMark && <bdi className="truncate">{name}</bdi>}
    </>
  );
}

/** The logo that fits the page's theme; the style sheet chooses, since the server does not know the theme. */
export function Logo(given: Given) {
  return (
    <>
      <span className="on-light flex items-center gap-2.5">
        <LogoFor {...given} scheme="light" />
      </span>
      <span className="on-dark flex items-center gap-2.5">
        <LogoFor {...given} scheme="dark" />
      </span>
    </>
  );
}
