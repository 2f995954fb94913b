import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { Corridor } from '../../../../ui/Corridor.tsx';
import { DefinitionList, type Fact, Panel } from '../../../../ui/Panel.tsx';
import { DateTime, Money } from '../../../../ui/Values.tsx';
import { StageBadge } from '../AccountBadges.tsx';
import { courseOfAccount, type TradingAccount } from '../accounts.ts';
import { GrowthBar } from '../GrowthBar.tsx';

/** Where the account stands between its floor and its target. */
export function CoursePanel({ account }: { account: TradingAccount }) {
  return (
    <Panel title="Course" tone={account.status === 'failed' ? 'loss' : 'plain'}>
      <Corridor course={courseOfAccount(account)} />
      <hr className="my-4 border-line" />
      <GrowthBar account={account} />
    </Panel>
  );
}

const copied = (text: string, label: string) => (
  <span className="inline-flex items-center gap-1">
    <span className="font-mono wrap-anywhere">{text}</span>
    <CopyButton text={text} label={label} className="-my-1.5 -me-2" />
  </span>
);

const factsAbout = (account: TradingAccount): Fact[] => [
  {
    key: 'user',
    term: 'Trader',
    value: (
      <Link to={paths.adminUser(account.userId._id)} className="link">
        {account.userId.name}
      </Link>
    ),
  },
  { key: 'email', term: 'Email', value: <span className="wrap-anywhere">{account.userId.email}</span> },
  { key: 'package', term: 'Package', value: `${account.tier} ${account.package.name}` },
  { key: 'size', term: 'Account size', value: <Money amount={account.accountSize} cents="auto" /> },
  { key: 'price', term: 'Price', value: <Money amount={account.package.discountedPrice} /> },
  { key: 'stage', term: 'Stage', value: <StageBadge stage={account.stage} /> },
  { key: 'balance', term: 'Balance', value: <Money amount={account.balance} /> },
  { key: 'equity', term: 'Equity', value: <Money amount={account.equity} /> },
  { key: 'days', term: 'Trading days', value: account.balanceStartDate ? account.tradingDays : '–' },
  ...(account.balanceStartDate
    ? [{ key: 'since', term: 'Since', value: <DateTime value={account.balanceStartDate} style="date" /> }]
    : []),
  {
    key: 'number',
    term: 'MT5 number',
    value: account.accountNumber ? copied(account.accountNumber, 'Copy MT5 number') : '–',
  },
  { key: 'server', term: 'Server', value: account.server ? copied(account.server, 'Copy server') : '–' },
  { key: 'created', term: 'Created', value: <DateTime value={account.createdAt} /> },
];

export function FactsPanel({ account }: { account: TradingAccount }) {
  return (
    <Panel title="Facts">
      <DefinitionList items={factsAbout(account)} className="-my-2.5" />
    </Panel>
  );
}
