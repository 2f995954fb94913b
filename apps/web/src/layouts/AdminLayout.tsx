import { messages } from '@firmament/contract/messages';
import { ArrowLeftRight, Keyboard, LogOut, UserRound } from 'lucide-react';
import { Link, NavLink, Outlet } from 'react-router';
import { useAuth } from '../auth/AuthProvider.tsx';
import { useSignOut } from '../guards/useSignOut.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Menu, menuItemClass } from '../ui/Menu.tsx';
import { Loading } from '../ui/Spinner.tsx';
import { ThemeToggle } from '../ui/ThemeToggle.tsx';
import { ADMIN_PAGES } from './admin-pages.ts';
import { MobileMenu, mobileItemClass } from './navigation.tsx';
import { FirmName } from './parts.tsx';
import { LateShell } from './shell/LateShell.tsx';
import { openLayer } from './shell/layers.ts';
import { MessagesButton } from './shell/MessagesButton.tsx';
import { PaletteButton } from './shell/PaletteButton.tsx';
import { Unrefreshed } from './Unrefreshed.tsx';

/** Header 'Admin Panel', sidebar 'Admin Dashboard' of 16rem; on phones the sidebar is the bar's menu. */
export function AdminLayout() {
  const { isLoading } = useAuth();
  if (isLoading) return <Loading>{messages.loadingAdminLayout}</Loading>;
  return (
    <>
      <LateShell area="admin" />
      <header className="sticky top-0 z-30 border-b border-line bg-bg">
        <div className="flex h-16 items-center gap-3 px-4 lg:px-6">
          <span className="contents max-sm:hidden">
            <FirmName />
            <span aria-hidden="true" className="h-5 w-px bg-line" />
          </span>
          <p className="whitespace-nowrap font-medium text-ink-2">Admin Panel</p>
          <div className="ms-auto flex items-center gap-1.5">
            <PaletteButton label="Search" />
            <MessagesButton className="max-sm:hidden" />
            <ThemeToggle />
            <div className="hidden lg:block">
              <UserMenu />
            </div>
            <MobileMenu className="lg:hidden" label="Admin Dashboard">
              <p className="label px-1 pb-2 pt-3">Admin Dashboard</p>
              {ADMIN_PAGES.map(({ to, label, end, Icon }) => (
                <NavLink key={to} to={to} end={end} className={mobileItemClass}>
                  <Icon size={18} aria-hidden="true" className="text-ink-3" /> {label}
                </NavLink>
              ))}
              <MobileSession />
            </MobileMenu>
          </div>
        </div>
      </header>
      <div className="flex grow">
        <aside className="no-print sticky top-16 hidden h-[calc(100dvh-4.0625rem)] w-64 shrink-0 overflow-y-auto border-e border-line px-3 py-5 lg:block">
          <nav aria-labelledby="admin-navigation">
            <h2 id="admin-navigation" className="label px-3 pb-3">
              Admin Dashboard
            </h2>
            <ul className="flex flex-col gap-0.5">
              {ADMIN_PAGES.map(({ to, label, end, Icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    end={end}
                    className="flex min-h-10 items-center gap-3 rounded-control px-3 text-ink-2 no-underline transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink forced-colors:aria-[current=page]:border"
                  >
                    <Icon size={17} aria-hidden="true" /> {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </aside>
        <main id="main" className="flex min-w-0 grow flex-col px-4 py-8 [--sticky-top:4rem] lg:px-8">
          <div className="mx-auto flex w-full max-w-admin grow flex-col">
            <Unrefreshed />
            <Outlet />
          </div>
        </main>
      </div>
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
          <span className="max-w-40 truncate">{user?.name.trim() || 'Guest'}</span>
        </>
      }
    >
      <Link to={paths.dashboard} className={menuItemClass}>
        <ArrowLeftRight size={16} aria-hidden="true" /> Trader area
      </Link>
      <Link to={paths.profile} className={menuItemClass}>
        <UserRound size={16} aria-hidden="true" /> Manage Profile
      </Link>
      <button type="button" className={menuItemClass} onClick={() => openLayer('help')}>
        <Keyboard size={16} aria-hidden="true" /> Keyboard shortcuts
      </button>
      <button type="button" className={menuItemClass} onClick={signOut}>
        <LogOut size={16} aria-hidden="true" /> Logout
      </button>
    </Menu>
  );
}

function MobileSession() {
  const { user } = useAuth();
  const signOut = useSignOut(paths.login);
  return (
    <>
      <p className="flex items-center gap-3 px-1 pb-2 pt-6 font-semibold">
        <Avatar name={user?.name} /> <span className="truncate">{user?.name.trim() || 'Guest'}</span>
      </p>
      <Link to={paths.dashboard} className={mobileItemClass}>
        Trader area
      </Link>
      <Link to={paths.profile} className={mobileItemClass}>
        Manage Profile
      </Link>
      <button type="button" className={mobileItemClass} onClick={() => openLayer('messages')}>
        Recent messages
      </button>
      <button type="button" className={mobileItemClass} onClick={() => openLayer('help')}>
        Keyboard shortcuts
      </button>
      <button type="button" className={mobileItemClass} onClick={signOut}>
        Logout
      </button>
    </>
  );
}
