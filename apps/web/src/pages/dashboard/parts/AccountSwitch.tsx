import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { NavLink, useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { useShortcuts } from '../../../ui/shortcuts/useShortcuts.ts';
import { accountsQuery } from './accounts.ts';

/** The trader's other accounts, one press away. */
export function AccountSwitch({ current }: { current: string }) {
  const { data } = useQuery(accountsQuery);
  const accounts = (data?.accounts ?? []).filter(
    ({ login, status }) => login && (status === 'active' || status === 'failed'),
  );
  const navigate = useNavigate();
  const move = (step: number) => {
    const at = accounts.findIndex(({ login }) => login === current);
    const next = accounts[(at + step + accounts.length) % accounts.length];
    if (next?.login) void navigate(paths.dashboardAccount(next.login));
  };
  useShortcuts(
    'Your accounts',
    accounts.length < 2
      ? []
      : [
          { keys: '[', label: 'Previous account', run: () => move(-1) },
          { keys: ']', label: 'Next account', run: () => move(1) },
        ],
  );
  if (accounts.length < 2) return null;
  return (
    <nav aria-label="Your accounts" className="mb-6 flex gap-2 overflow-x-auto pb-1">
      {accounts.map(({ _id, login, status, tier }) => (
        <NavLink
          key={_id}
          to={paths.dashboardAccount(login ?? '')}
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
