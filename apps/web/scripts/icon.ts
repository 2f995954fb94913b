import { createElement, type SVGProps } from 'react';

type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] };
type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'> & { size?: number };

/**
 * Stands in for the function by which the icon library makes its icons: the same drawing, without the library's names of
 * classes, contexts and ways to be given data. What an icon means stands beside it, or as the name of its button.
 */
const createIcon =
  ({ node }: IconData) =>
  ({ size = 24, ...rest }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );

// biome-ignore lint/style/noDefaultExport: the library's icons import it so
export default createIcon;
