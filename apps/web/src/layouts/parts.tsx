import { Link } from 'react-router';
import { useFirm } from '../api/firm.ts';
import { paths } from '../paths.ts';
import { Logo } from '../ui/Logo.tsx';

/** The firm's logo or name as its sign, linked to the home page. */
export function FirmName({ to = paths.home }: { to?: string }) {
  const { name, logo } = useFirm();
  return (
    <Link
      to={to}
      className="serif min-w-0 truncate rounded-control pt-0.5 text-[1.375rem]/8 font-medium tracking-tight text-ink no-underline"
    >
      {logo ? <Logo logo={logo} name={name} /> : <bdi>{name}</bdi>}
    </Link>
  );
}
