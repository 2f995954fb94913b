import { clsx } from 'clsx';
import { LayoutDashboard, LogOut, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet } from 'react-router';
import { useFirm } from '../api/firm.ts';
import { useAuth } from '../auth/AuthProvider.tsx';
import { useSignOut } from '../guards/useSignOut.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Menu, menuItemClass } from '../ui/Menu.tsx';
import { ThemeToggle } from '../ui/ThemeToggle.tsx';
import { Footer } from './Footer.tsx';
import { BarLinks, MobileMenu, mobileItemClass, type NavItem } from './navigation.tsx';
import { FirmName } from './parts.tsx';
import { MessagesButton } from './shell/MessagesButton.tsx';

const links: readonly NavItem[] = [
  { to: paths.home, label: 'Home', end: true },
  { to: paths.accounts, label: 'Accounts' },
  { to: paths.rules, label: 'Rules' },
];

/** Top bar over the page, page, footer. The bar lies over the first 4rem: `main` starts below it. */
export function PublicLayout() {
  const { sentinel, solid } = useScrolledPast();
  return (
    <>
      <div
        ref={sentinel}
        aria-hidden="true"
        className="pointer-events-none absolute top-0 h-[max(80px,20vh)] w-px"
      />
      <header
        className={clsx(
          'sticky top-0 z-30 -mb-16 border-b transition-colors',
          solid
            ? 'border-line bg-bg'
            : 'border-transparent bg-transparent has-[button[aria-controls][aria-expanded=true]]:bg-bg',
        )}
      >
        <div className="site flex h-16 items-center gap-6">
          <FirmName />
          <nav aria-label="Main" className="hidden items-center md:flex">
            <BarLinks items={links} />
          </nav>
          <div className="no-print ms-auto flex items-center gap-1.5">
            <MessagesButton whenAny />
            <ThemeToggle />
            <div className="hidden items-center gap-1.5 md:flex">
              <Session />
            </div>
            <MobileMenu className="md:hidden" label="Main">
              <MobileLinks />
            </MobileMenu>
          </div>
        </div>
      </header>
      <main id="main" className="flex grow flex-col pt-16">
        <Outlet />
      </main>
      <Footer />
    </>
  );
}

/** True once the window is scrolled beyond max(80 px, 20 % of its height) (specification section 9). */
function useScrolledPast() {
  const sentinel = useRef<HTMLDivElement>(null);
  const [solid, setSolid] = useState(false);
  useEffect(() => {
    const element = sentinel.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setSolid(entry ? !entry.isIntersecting : false));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { sentinel, solid };
}

function Session() {
  const { user, isLoading } = useAuth();
  const signOut = useSignOut();
  // The server cannot know who asks: what comes in its place says so.
  if (isLoading) return <span data-passing />;
  if (!user) {
    return (
      <>
        <Link to={paths.login} className={buttonClass({ variant: 'quiet' })}>
          Login
        </Link>
        <Link to={paths.register} className={buttonClass()}>
          Get Started
        </Link>
      </>
    );
  }
  return (
    <Menu
      label={
        <>
          <Avatar name={user.name} />
          <bdi className="max-w-40 truncate">{user.name}</bdi>
        </>
      }
    >
      <Link to={paths.dashboard} className={menuItemClass}>
        <LayoutDashboard size={16} aria-hidden="true" /> Dashboard
      </Link>
      {user.role === 'admin' && (
        <Link to={paths.admin} className={menuItemClass}>
          <ShieldCheck size={16} aria-hidden="true" /> Admin Panel
        </Link>
      )}
      <button type="button" className={menuItemClass} onClick={signOut}>
        <LogOut size={16} aria-hidden="true" /> Sign out
      </button>
    </Menu>
  );
}

function MobileLinks() {
  const { user } = useAuth();
  const { supportEmail } = useFirm();
  const signOut = useSignOut();
  return (
    <>
      {user && (
        <div className="flex items-center gap-3 border-b border-line px-1 py-3">
          <Avatar name={user.name} />
          <span className="min-w-0">
            <bdi className="block truncate font-semibold">{user.name}</bdi>
            <span className="block truncate text-sm text-ink-2">{user.email}</span>
          </span>
        </div>
      )}
      {links.map((item) => (
        <NavLink key={item.to} to={item.to} end={item.end ?? false} className={mobileItemClass}>
          {item.label}
        </NavLink>
      ))}
      {user ? (
        <>
          <Link to={paths.dashboard} className={mobileItemClass}>
            Dashboard
          </Link>
          {user.role === 'admin' && (
            <Link to={paths.admin} className={mobileItemClass}>
              Admin Panel
            </Link>
          )}
          <button type="button" className={mobileItemClass} onClick={signOut}>
            Sign out
          </button>
        </>
      ) : (
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Link to={paths.login} className={buttonClass({ variant: 'secondary', size: 'large' })}>
            Login
          </Link>
          <Link to={paths.register} className={buttonClass({ size: 'large' })}>
            Get Started
          </Link>
        </div>
      )}
      <a href={`mailto:${supportEmail}`} className="link mt-5 self-start px-1 py-2 text-ui">
        {supportEmail}
      </a>
    </>
  );
}
