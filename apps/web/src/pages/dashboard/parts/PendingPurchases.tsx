import { Link } from 'react-router';
import { sizeLabel } from '../../../packages/PackageCard.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import { Money } from '../../../ui/Values.tsx';
import { type AccountItem, isPending, paymentStep, paymentStepText } from './accounts.ts';

/** Orders that are not active yet, each with the way back to its payment page. */
export function PendingPurchases({ accounts }: { accounts: readonly AccountItem[] }) {
  const pending = accounts.filter(isPending);
  if (pending.length === 0) return null;
  return (
    <section aria-labelledby="pending-purchases" className="mb-10">
      <h2 id="pending-purchases" className="label mb-3">
        Pending purchases
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {pending.map((account) => (
          <PendingPurchase key={account._id} account={account} />
        ))}
      </ul>
    </section>
  );
}

function PendingPurchase({ account }: { account: AccountItem }) {
  const paid = account.status === 'payment_submitted';
  const name = `${account.tier} ${sizeLabel(account.accountSize)} · ${account.packageName}`;
  return (
    <li className="grid gap-x-8 gap-y-4 p-4 sm:p-5 lg:grid-cols-[minmax(0,1fr)_24rem_12.75rem] lg:items-center">
      <div className="min-w-0">
        <p className="text-card">
          {account.tier} {sizeLabel(account.accountSize)} ·{' '}
          <span className="whitespace-nowrap">{account.packageName}</span>
        </p>
        <p className="mt-1 text-ink-2">
          <Money amount={account.price} cents="auto" className="font-medium text-ink" /> ·{' '}
          {paymentStepText(account)}
        </p>
      </div>
      <Stepper
        current={paymentStep(account)}
        failed={account.paymentStatus === 'failed'}
        label={`Progress of ${name}`}
      />
      <Link
        to={paths.payment(account._id)}
        className={buttonClass({ variant: paid ? 'secondary' : 'primary' })}
      >
        {paid ? 'View payment' : 'Continue to payment'}
        <span className="sr-only"> of {name}</span>
      </Link>
    </li>
  );
}
