import { clsx } from 'clsx';
import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Corridor } from '../../../ui/Corridor.tsx';
import { Money } from '../../../ui/Values.tsx';
import { StatusBadge } from './AccountBadges.tsx';
import { breachQuestion, breachReason, courseOfAccount, type TradingAccount } from './accounts.ts';
import { BalanceForm } from './BalanceForm.tsx';
import { ConflictNotice } from './conflict/ConflictNotice.tsx';
import { EditOutcome } from './EditOutcome.tsx';
import { GrowthBar } from './GrowthBar.tsx';
import { roomShare } from './overview-order.ts';
import { StageSelect } from './StageSelect.tsx';
import { type CardActions, useCardActions } from './useCardActions.ts';

type CardProps = { account: TradingAccount; onChanged: (account: TradingAccount) => void };

/** An active account with what an administrator changes daily; highlighted when its growth reaches the target. */
export function ActiveAccountCard({ account, onChanged }: CardProps) {
  const titleId = useId();
  const actions = useCardActions(account, onChanged);
  const course = courseOfAccount(account);
  const failed = account.status === 'failed';
  return (
    <article
      aria-labelledby={titleId}
      className={clsx(
        'flex flex-col gap-4 rounded-card border bg-surface p-4 sm:p-5',
        failed ? 'border-loss' : account.targetReached ? 'border-gain outline-1 outline-gain' : 'border-line',
      )}
    >
      <CardHead account={account} titleId={titleId} />
      <Corridor course={course} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-y border-line py-3 sm:grid-cols-3">
        <Figure term="Room left">
          <Money
            amount={course.roomToday / 100}
            cents="auto"
            className={course.verdict === 'near_floor' || course.verdict === 'below_floor' ? 'text-loss' : ''}
          />
          <RoomShare account={account} />
        </Figure>
        <Figure term="Trading days">{account.tradingDays}</Figure>
        <Figure term="MT5 account">
          <span className="font-mono text-sm">{account.accountNumber ?? '–'}</span>
        </Figure>
      </dl>
      <GrowthBar account={account} />
      <BalanceForm account={account} edit={actions.balance} />
      <StageSelect account={account} edit={actions.stage} />
      {actions.conflict && (
        <ConflictNotice
          key={actions.conflict.now.version}
          compact
          changed={actions.conflict.changed}
          facts={actions.conflict.facts}
          onTheirs={actions.settle}
          onMine={() => {
            actions.settle();
            actions.conflict?.again();
          }}
        />
      )}
      <CardFoot account={account} actions={actions} />
    </article>
  );
}

/** How much of the allowed loss is left, where some was used. */
function RoomShare({ account }: { account: TradingAccount }) {
  const percent = Math.round(roomShare(account) * 100);
  if (percent >= 100) return null;
  return <span className="ms-1 text-sm font-normal text-ink-2">{percent}%</span>;
}

function CardHead({ account, titleId }: { account: TradingAccount; titleId: string }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <h3 id={titleId} className="text-card leading-6 wrap-anywhere">
          <Link to={paths.adminAccount(account._id)} className="text-ink underline-offset-4 hover:underline">
            {account.userId.name}
          </Link>
        </h3>
        <p className="truncate text-sm text-ink-2">{account.userId.email}</p>
        <p className="mt-1 text-sm text-ink-2">
          {account.tier} {account.package.name}
          {'\u00a0· '}
          <Money amount={account.accountSize} cents="auto" />
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1.5">
        <StatusBadge status={account.status} />
        {account.targetReached && account.status === 'active' && <Badge tone="gain">Target reached</Badge>}
      </div>
    </div>
  );
}

function Figure({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="label">{term}</dt>
      <dd className="mt-0.5 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function CardFoot({ account, actions }: { account: TradingAccount; actions: CardActions }) {
  const latest = actions.latest;
  return (
    <div className="mt-auto flex items-end justify-between gap-3">
      <EditOutcome edit={latest} className="flex min-w-0 flex-wrap items-center gap-x-1 self-center" />
      <Button
        variant="danger"
        size="small"
        className="shrink-0"
        busy={actions.breach.busy}
        disabledReason={breachReason(account)}
        onClick={() => {
          if (window.confirm(breachQuestion(account))) actions.breach.act(undefined);
        }}
      >
        Mark as Failed
      </Button>
    </div>
  );
}
