import { clsx } from 'clsx';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { useShortcuts } from '../../../ui/shortcuts/useShortcuts.ts';
import type { AccountItem } from './accounts.ts';

const canBeOpened = ({ login, status }: AccountItem): boolean =>
  login !== null && (status === 'active' || status === 'failed');

/** The trader's other accounts, one press or key away; the current one is scrolled into view. */
export function AccountSwitch({ accounts, current }: { accounts: readonly AccountItem[]; current: string }) {
  const row = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const shown = accounts.filter(canBeOpened);
  const many = shown.length > 1;
  useEffect(() => {
    if (!many) return;
    const chip = row.current?.querySelector(`[href$="/${CSS.escape(current)}"]`);
    chip?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current, many]);
  // A second press comes before the first one's page is drawn: it goes on from there.
  const heading = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (heading.current === current) heading.current = null;
  });
  const move = (step: number) => {
    const at = shown.findIndex(({ login }) => login === (heading.current ?? current));
    const next = shown[(at + step + shown.length) % shown.length]?.login;
    if (!next) return;
    heading.current = next;
    void navigate(paths.dashboardAccount(next));
  };
  useShortcuts(
    'Your accounts',
    many
      ? [
          { keys: '[', label: 'Previous account', run: () => move(-1) },
          { keys: ']', label: 'Next account', run: () => move(1) },
        ]
      : [],
  );
  if (!many) return null;
  return (
    <nav
      ref={row}
      aria-label="Your accounts"
      className="-mx-1 mb-6 flex gap-2 overflow-x-auto px-1 pb-1 [scrollbar-width:thin]"
    >
      {shown.map(({ _id, login, status, tier }) => (
        <NavLink
          key={_id}
          to={paths.dashboardAccount(login ?? '')}
          onClick={() => {
            heading.current = login;
          }}
          className={clsx(
            'flex min-h-8 shrink-0 items-center gap-2 whitespace-nowrap rounded-full border px-3 text-sm no-underline pointer-coarse:min-h-11',
            login === current
              ? 'border-ink font-semibold text-ink'
              : 'border-line text-ink-2 hover:border-ink-2',
          )}
        >
          <span
            aria-hidden="true"
            className={clsx('size-2 rounded-full', status === 'failed' ? 'bg-loss' : 'bg-gain')}
          />
          <span className="font-mono">{login}</span> {tier}
          {status === 'failed' && <span className="text-loss">Failed</span>}
        </NavLink>
      ))}
    </nav>
  );
}
