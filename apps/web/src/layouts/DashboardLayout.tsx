import { messages } from '@firmament/contract/messages';
import { clsx } from 'clsx';
import { Keyboard, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { Link, NavLink, Outlet } from 'react-router';
import { useAuth } from '../auth/AuthProvider.tsx';
import { useSignOut } from '../guards/useSignOut.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Menu, menuItemClass } from '../ui/Menu.tsx';
import { Loading } from '../ui/Spinner.tsx';
import { ThemeToggle } from '../ui/ThemeToggle.tsx';
import { MobileMenu, mobileItemClass } from './navigation.tsx';
import { FirmName } from './parts.tsx';
import { LateShell } from './shell/LateShell.tsx';
import { openLayer } from './shell/layers.ts';
import { MessagesButton } from './shell/MessagesButton.tsx';
import { PaletteButton } from './shell/PaletteButton.tsx';

/** Header titled Dashboard, page of at most 1200 px (specification section 2). */
export function DashboardLayout() {
  const { isLoading } = useAuth();
  if (isLoading) return <Loading>{messages.loadingUser}</Loading>;
  return (
    <>
      <LateShell area="dashboard" />
      <header className="sticky top-0 z-30 border-b border-line bg-bg print:static">
        <div className="app flex h-16 items-center gap-3">
          {/* A phone's bar has no room for both names: the firm's is the menu's way home. */}
          <span className="contents max-sm:hidden">
            <FirmName />
            <span aria-hidden="true" className="h-5 w-px bg-line" />
          </span>
          <NavLink
            to={paths.dashboard}
            end
            className="rounded-control py-2 font-medium text-ink-2 no-underline hover:text-ink"
          >
            Dashboard
          </NavLink>
          <div className="no-print ms-auto flex items-center gap-1.5">
            <PaletteButton label="Search" />
            <MessagesButton className="max-sm:hidden" />
            <ThemeToggle />
            <div className="hidden items-center gap-1.5 md:flex">
              <NavLink to={paths.catalogue} end className={buttonClass()}>
                Start Challenge
              </NavLink>
              <UserMenu />
            </div>
            <MobileMenu className="md:hidden" label="Dashboard">
              <MobileLinks />
            </MobileMenu>
          </div>
        </div>
      </header>
      <main id="main" className="app flex grow flex-col py-8 md:py-12 print:py-4">
        <Outlet />
      </main>
    </>
  );
}

function UserMenu() {
  const { user } = useAuth();
  const signOut = useSignOut(paths.login);
  return (
    <Menu
      label={
        <>
          <Avatar name={user?.name} />
          <bdi className="max-w-40 truncate">{user?.name.trim() || 'Guest'}</bdi>
        </>
      }
    >
      <NavLink to={paths.profile} className={menuItemClass}>
        <UserRound size={16} aria-hidden="true" /> Manage Profile
      </NavLink>
      {user?.role === 'admin' && (
        <Link to={paths.admin} className={menuItemClass}>
          <ShieldCheck size={16} aria-hidden="true" /> Admin Panel
        </Link>
      )}
      <button type="button" className={menuItemClass} onClick={() => openLayer('help')}>
        <Keyboard size={16} aria-hidden="true" /> Keyboard shortcuts
      </button>
      <button type="button" className={menuItemClass} onClick={signOut}>
        <LogOut size={16} aria-hidden="true" /> Logout
      </button>
    </Menu>
  );
}

function MobileLinks() {
  const { user } = useAuth();
  const signOut = useSignOut(paths.login);
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-1 py-3">
        <Avatar name={user?.name} />
        <bdi className="min-w-0 truncate font-semibold">{user?.name.trim() || 'Guest'}</bdi>
      </div>
      <NavLink to={paths.home} className={clsx(mobileItemClass, 'sm:hidden')}>
        Home
      </NavLink>
      <NavLink to={paths.dashboard} end className={mobileItemClass}>
        Dashboard
      </NavLink>
      <NavLink to={paths.profile} className={mobileItemClass}>
        Manage Profile
      </NavLink>
      {user?.role === 'admin' && (
        <Link to={paths.admin} className={mobileItemClass}>
          Admin Panel
        </Link>
      )}
      <button type="button" className={mobileItemClass} onClick={() => openLayer('messages')}>
        Recent messages
      </button>
      <button type="button" className={mobileItemClass} onClick={() => openLayer('help')}>
        Keyboard shortcuts
      </button>
      <button type="button" className={mobileItemClass} onClick={signOut}>
        Logout
      </button>
      <NavLink to={paths.catalogue} end className={buttonClass({ size: 'large', wide: true }, 'mt-5')}>
        Start Challenge
      </NavLink>
    </>
  );
}
