import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Compass, CornerDownLeft, Search, UserRound, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../api/client.ts';
import { getQuery } from '../../api/queries.ts';
import { useAuth } from '../../auth/AuthProvider.tsx';
import { paths } from '../../paths.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Keys } from '../../ui/shortcuts/Keys.tsx';
import { type Command as Act, useCommandGroups } from './commands.ts';
import { matches } from './matching.ts';
import { type RecentItem, recentItems, rememberItem } from './recent.ts';

const PAUSE_MILLISECONDS = 100;

/** Search and commands over the page: users and accounts for administrators, own accounts, pages, what the page offers. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The browser gives the focus to the first thing that can have it, which is the list's frame.
    dialog.current?.querySelector('input')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label="Search and commands"
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) dialog.current?.close();
      }}
      className="dialog mt-[12dvh]! max-h-[76dvh] w-[calc(100%-2rem)] max-w-160 overflow-clip rounded-dialog border border-line bg-raised text-ink shadow-popover"
    >
      <Finder onClose={() => dialog.current?.close()} />
    </dialog>
  );
}

type Choose = (run: () => void) => void;

function Finder({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const typed = text.trim();
  const found = useFound(typed, user?.role === 'admin');
  // The dialog closes first: what follows may move the focus.
  const choose: Choose = (run) => {
    onClose();
    run();
  };
  const goTo = (item: RecentItem) =>
    choose(() => {
      if (user) rememberItem(user._id, item);
      void navigate(item.to);
    });
  const groups = useCommandGroups().map(({ heading, commands }) => ({
    heading,
    commands: commands.filter(({ label, words }) => matches(typed, label, words)),
  }));
  const recent = typed === '' && user ? recentItems(user._id) : [];
  const count =
    recent.length + found.items.length + groups.reduce((sum, { commands }) => sum + commands.length, 0);
  return (
    <Command shouldFilter={false} loop label="Search and commands" className="flex max-h-[76dvh] flex-col">
      <div className="flex items-center gap-3 border-b border-line px-4">
        {found.busy ? <Spinner /> : <Search size={18} aria-hidden="true" className="shrink-0 text-ink-3" />}
        <Command.Input
          value={text}
          onValueChange={setText}
          maxLength={200}
          placeholder={
            user?.role === 'admin' ? 'User, account, login, page or command' : 'Account, page or command'
          }
          className="min-h-13 w-full min-w-0 bg-transparent text-prose outline-none"
        />
        <button
          type="button"
          onClick={onClose}
          className="grid min-h-6 shrink-0 place-items-center rounded-badge border border-line px-1.5 font-mono text-xs text-ink-2 hover:border-ink-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:border-transparent"
        >
          <span className="sr-only">Close</span>
          <span aria-hidden="true" className="pointer-coarse:hidden">
            Esc
          </span>
          <X size={18} aria-hidden="true" className="hidden pointer-coarse:block" />
        </button>
      </div>
      <p aria-live="polite" className="sr-only">
        {found.busy ? '' : count === 0 ? 'Nothing found.' : `${count} ${count === 1 ? 'entry' : 'entries'}`}
      </p>
      <Command.List
        label="Entries"
        className="overflow-y-auto overscroll-contain p-2 [scroll-padding-block:2.5rem_0.5rem]"
      >
        {found.problem && (
          <p role="alert" className="px-3 py-2 text-loss">
            {found.problem}
          </p>
        )}
        <Section heading="Recent">
          {recent.map((item) => (
            <Place key={`recent ${item.kind} ${item.id}`} prefix="recent" item={item} onChoose={goTo} />
          ))}
        </Section>
        <Section heading="Users">
          {found.items.flatMap((item) =>
            item.kind === 'user' ? [<Place key={item.id} item={item} onChoose={goTo} />] : [],
          )}
        </Section>
        <Section heading="Accounts">
          {found.items.flatMap((item) =>
            item.kind === 'account' ? [<Place key={item.id} item={item} onChoose={goTo} />] : [],
          )}
        </Section>
        {groups.map(({ heading, commands }) => (
          <Section key={heading} heading={heading}>
            {commands.map((command) => (
              <CommandItem key={command.id} command={command} choose={choose} />
            ))}
          </Section>
        ))}
        {count === 0 && !found.busy && !found.problem && (
          <p className="px-3 py-8 text-center text-ink-2">Nothing is called “{typed}”.</p>
        )}
      </Command.List>
    </Command>
  );
}

/** A group that is left out when it is empty. */
function Section({ heading, children }: { heading: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="not-first:mt-2 **:[[cmdk-group-heading]]:label **:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:py-1.5"
    >
      {children}
    </Command.Group>
  );
}

const itemClass =
  'group flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 aria-selected:bg-sunken pointer-coarse:min-h-12 forced-colors:aria-selected:outline-2';

function Place({
  item,
  prefix = '',
  onChoose,
}: {
  item: RecentItem;
  prefix?: string;
  onChoose: (item: RecentItem) => void;
}) {
  const Icon = item.kind === 'user' ? UserRound : Compass;
  return (
    <Command.Item
      value={`${prefix} ${item.kind} ${item.id}`}
      onSelect={() => onChoose(item)}
      className={itemClass}
    >
      <Icon size={17} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{item.label}</span>
        <span className="block truncate text-sm text-ink-2">{item.detail}</span>
      </span>
      <Return />
    </Command.Item>
  );
}

function CommandItem({ command, choose }: { command: Act; choose: Choose }) {
  return (
    <Command.Item value={command.id} onSelect={() => choose(command.run)} className={itemClass}>
      <span className="min-w-0 grow truncate">{command.label}</span>
      {command.keys && <Keys keys={command.keys} className="pointer-coarse:hidden" />}
      <Return />
    </Command.Item>
  );
}

const Return = () => (
  <CornerDownLeft
    size={15}
    aria-hidden="true"
    className="shrink-0 text-ink-3 opacity-0 group-aria-selected:opacity-100"
  />
);

type Found = { items: RecentItem[]; busy: boolean; problem: string | null };

/** Users and accounts that hold the text, asked for a moment after the last key; earlier questions are given up. */
function useFound(text: string, isAdmin: boolean): Found {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  const office = useQuery({
    ...getQuery('GET /admin/search', { query: { text: asked } }),
    enabled: isAdmin && asked !== '',
    placeholderData: keepPreviousData,
  });
  const own = useQuery({ ...getQuery('GET /dashboard/accounts'), enabled: !isAdmin });
  if (text === '') return { items: [], busy: false, problem: null };
  if (!isAdmin) {
    const items = (own.data?.accounts ?? [])
      .map(({ _id, login, server, tier, status }) => ({
        kind: 'account' as const,
        id: _id,
        label: [login ?? 'Not assigned yet', tier].join(' · '),
        detail: [server, status.replaceAll('_', ' ')].filter(Boolean).join(' · '),
        to: login && /^(active|failed)$/.test(status) ? paths.dashboardAccount(login) : paths.payment(_id),
      }))
      .filter(({ label, detail }) => matches(text, label, detail));
    return { items, busy: own.isLoading, problem: null };
  }
  const { users = [], accounts = [] } = office.data ?? {};
  return {
    items: [
      ...users.map(({ _id, name, email, accounts: count }) => ({
        kind: 'user' as const,
        id: _id,
        label: name,
        detail: `${email} · ${count === 1 ? '1 account' : `${count} accounts`}`,
        to: paths.adminUser(_id),
      })),
      ...accounts.map(({ _id, name, login, server, tier, status }) => ({
        kind: 'account' as const,
        id: _id,
        label: [login ?? 'No login yet', name].join(' · '),
        detail: [tier, server, status.replaceAll('_', ' ')].filter(Boolean).join(' · '),
        to: paths.adminAccount(_id),
      })),
    ],
    busy: asked !== text || office.isFetching,
    problem: office.isError ? messageOf(office.error, 'The search failed.') : null,
  };
}
