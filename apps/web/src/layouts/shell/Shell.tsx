import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '../../auth/AuthProvider.tsx';
import { useSignOut } from '../../guards/useSignOut.ts';
import { paths } from '../../paths.ts';
import { chooseTheme, useTheme } from '../../theme.ts';
import { type Shortcut, useShortcuts } from '../../ui/shortcuts/useShortcuts.ts';
import { ADMIN_PAGES } from '../admin-pages.ts';
import { type Command, useCommands } from './commands.ts';
import { replayEarlyKeys } from './early-keys.ts';
import { openLayer } from './layers.ts';

type Page = { to: string; label: string; keys?: string; words?: string };

const TRADER_PAGES: readonly Page[] = [
  { to: paths.dashboard, label: 'Dashboard', keys: 'g d', words: 'accounts overview' },
  { to: paths.catalogue, label: 'Start Challenge', keys: 'g c', words: 'buy purchase package' },
  { to: paths.profile, label: 'Manage Profile', keys: 'g p', words: 'password email devices theme' },
];

const PUBLIC_PAGES: readonly Page[] = [
  { to: paths.home, label: 'Home', words: 'site' },
  { to: paths.accounts, label: 'Account packages', words: 'prices sizes' },
  { to: paths.rules, label: 'Rules', words: 'faq limits' },
];

const without = (pages: readonly Page[], prefix: string): Page[] =>
  pages.map(({ keys: _, ...page }) => ({ ...page, label: prefix + page.label }));

/** Where the palette leads from an area; nobody is offered what the role does not allow. */
function pagesOf(area: 'admin' | 'dashboard', isAdmin: boolean): readonly Page[] {
  if (area === 'admin') {
    return [
      ...ADMIN_PAGES,
      { to: paths.dashboard, label: 'Trader area', keys: 'g t' },
      { to: paths.profile, label: 'Manage Profile', words: 'password email devices theme' },
      ...PUBLIC_PAGES,
    ];
  }
  const office: readonly Page[] = isAdmin
    ? [{ to: paths.admin, label: 'Admin Panel', keys: 'g a' }, ...without(ADMIN_PAGES.slice(1), 'Admin: ')]
    : [];
  return [...TRADER_PAGES, ...office, ...PUBLIC_PAGES];
}

/** The shortcuts and the palette's commands of a whole area; draws nothing. */
export function Shell({ area }: { area: 'admin' | 'dashboard' }) {
  const { user } = useAuth();
  const navigate = useNavigate();
  const signOut = useSignOut(paths.login);
  const theme = useTheme();
  const isAdmin = user?.role === 'admin';
  const pages = useMemo(() => pagesOf(area, isAdmin), [area, isAdmin]);

  const general: Shortcut[] = [
    { keys: 'Mod+k', label: 'Search and commands', run: () => openLayer('palette') },
    { keys: '?', label: 'This list', run: () => openLayer('help') },
  ];
  useShortcuts('Anywhere', general);
  useShortcuts(
    'Go to',
    pages.flatMap(({ to, label, keys }) => (keys ? [{ keys, label, run: () => void navigate(to) }] : [])),
  );

  const other = theme === 'dark' ? 'light' : 'dark';
  const session: Command[] = [
    { id: 'theme', label: `Switch to ${other} theme`, words: 'colours', run: () => chooseTheme(other) },
    { id: 'messages', label: 'Recent messages', words: 'toasts', run: () => openLayer('messages') },
    { id: 'help', label: 'Keyboard shortcuts', keys: '?', words: 'help keys', run: () => openLayer('help') },
    { id: 'logout', label: 'Logout', words: 'sign out leave', run: signOut },
  ];
  useEffect(replayEarlyKeys, []);
  useCommands('Session', session);
  useCommands(
    'Pages',
    pages.map(({ to, ...page }) => ({ id: `page ${to}`, ...page, run: () => void navigate(to) })),
  );
  return null;
}
