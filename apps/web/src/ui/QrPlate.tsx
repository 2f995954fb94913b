import { clsx } from 'clsx';
import { encode } from 'uqr';

/** A QR code as squares on a white plate, with its quiet zone, the same in both themes. */
export function QrPlate({ text, label, className }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={clsx('aspect-square max-w-full rounded-control border border-line', className ?? 'w-72')}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
