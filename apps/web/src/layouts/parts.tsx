import { Link } from 'react-router';
import { useFirm } from '../api/firm.ts';
import { paths } from '../paths.ts';

/** The firm's name as its sign, linked to the home page. */
export function FirmName({ to = paths.home }: { to?: string }) {
  const { name } = useFirm();
  return (
    <Link
      to={to}
      className="serif min-w-0 truncate rounded-control pt-0.5 text-[1.375rem]/8 font-medium tracking-tight text-ink no-underline"
    >
      <bdi>{name}</bdi>
    </Link>
  );
}
