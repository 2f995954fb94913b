import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { accountPaymentQuery } from '../../../../api/page-queries.ts';
import { usePageQuery } from '../../../../api/queries.ts';
import { paths } from '../../../../paths.ts';
import { AddressText } from '../../../../ui/AddressText.tsx';
import { Badge } from '../../../../ui/Badge.tsx';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/Spinner.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { DateTime, Money } from '../../../../ui/Values.tsx';
import { PaymentBadge } from '../AccountBadges.tsx';
import type { Proof, TradingAccount } from '../accounts.ts';
import { NextInQueue } from './NextInQueue.tsx';
import { PaymentVerdict } from './PaymentVerdict.tsx';
import { ProofViewer } from './proof/ProofViewer.tsx';

/** `readAt`: when the account was read, in milliseconds; the links of its proofs are good for a while from then. */
type ProofPanelProps = { account: TradingAccount; readAt: number; onStale: () => void };

/** The payment: what was asked, what was sent, side by side, and the verdict. */
export function ProofPanel({ account, readAt, onStale }: ProofPanelProps) {
  const { proofs } = account;
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = proofs.find(({ _id }) => _id === chosen) ?? proofs[0];
  return (
    <Panel title="Payment" actions={<NextInQueue account={account} />}>
      {account.rejectionReason && (
        <Notice tone="error" className="mb-4" title="The last proof was rejected">
          {account.rejectionReason}
        </Notice>
      )}
      {shown && <Duplicates proof={shown} />}
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-5 lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-4 lg:col-[4/6]">
          <Asked account={account} />
          <PaymentVerdict account={account} />
        </div>
        <div className="min-w-0 lg:col-[1/4] lg:row-[1/3]">
          {shown ? (
            <ProofViewer key={shown._id} proof={shown} readAt={readAt} onStale={onStale} />
          ) : (
            <p className="rounded-control border border-dashed border-control px-4 py-8 text-center text-ink-2">
              No payment screenshot yet.
            </p>
          )}
          {shown && proofs.length > 1 && (
            <ProofChoice proofs={proofs} shown={shown} onChoose={(proof) => setChosen(proof._id)} />
          )}
        </div>
        <div className="min-w-0 lg:col-[4/6]">
          <OrderAddresses accountId={account._id} />
        </div>
      </div>
    </Panel>
  );
}

/** The amount that the order asked for, and how its payment stands. */
function Asked({ account }: { account: TradingAccount }) {
  const amount = account.package.discountedPrice;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div>
        <p className="text-sm text-ink-2">Exact amount</p>
        <p className="flex items-center gap-1 text-figure-2">
          <Money amount={amount} />
          <CopyButton text={amount.toFixed(2)} label="Copy amount" className="no-print" />
        </p>
      </div>
      <PaymentBadge status={account.paymentStatus} named />
    </div>
  );
}

function OrderAddresses({ accountId }: { accountId: string }) {
  const query = usePageQuery(accountPaymentQuery(accountId));
  if (query.isError && !query.data) {
    return <p className="text-sm text-loss">The addresses of this order cannot be read just now.</p>;
  }
  if (!query.data) {
    return (
      <SkeletonGroup label="Loading the order's addresses..." className="flex flex-col gap-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </SkeletonGroup>
    );
  }
  const { addresses, intact, openedAt } = query.data;
  return (
    <div>
      <h3 className="text-sm font-medium">Addresses of this order</h3>
      {!intact && (
        <Notice tone="error" className="mt-2">
          The addresses of this order were changed outside of this program. The trader sees those of today.
        </Notice>
      )}
      {addresses.length === 0 ? (
        <p className="mt-1 text-sm text-ink-2">None was set up when the trader looked.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {addresses.map((address) => (
            <li key={address._id} className="py-2.5">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
                <Badge tone="info">{address.network}</Badge>
                <span className="min-w-0 text-ink-2 wrap-anywhere">{address.name}</span>
                {address.withdrawn && <span className="text-ink-3">withdrawn since</span>}
              </p>
              <p className="mt-1 flex items-start justify-between gap-2 leading-6">
                <AddressText address={address.address} withdrawn={address.withdrawn} />
                <CopyButton
                  text={address.address}
                  label={`Copy the ${address.network} address`}
                  className="no-print -my-1 shrink-0"
                />
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 border-t border-line pt-2 text-sm text-ink-2">
        {openedAt ? (
          <>
            Payment page first opened <DateTime value={openedAt} />
          </>
        ) : (
          'The trader has not opened the payment page yet.'
        )}
      </p>
    </div>
  );
}

/** The very same picture stands for other orders too. */
function Duplicates({ proof }: { proof: Proof }) {
  if (proof.duplicateOf.length === 0) return null;
  return (
    <Notice tone="warn" className="mb-4" title="The same picture was sent for another order">
      <ul>
        {proof.duplicateOf.map(({ _id, name, uploadedAt, deleted }) => (
          <li key={_id}>
            {deleted ? (
              <>{name}, deleted</>
            ) : (
              <Link to={paths.adminAccount(_id)} className="link">
                {name}
              </Link>
            )}
            , sent <DateTime value={uploadedAt} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type ProofChoiceProps = { proofs: readonly Proof[]; shown: Proof; onChoose: (proof: Proof) => void };

/** All screenshots of the order, the newest first. */
function ProofChoice({ proofs, shown, onChoose }: ProofChoiceProps) {
  return (
    <fieldset className="no-print mt-4 border-t border-line pt-3">
      <legend className="sr-only">Screenshots</legend>
      <div className="flex flex-wrap gap-2">
        {proofs.map((proof, index) => (
          <label
            key={proof._id}
            className={clsx(
              'cursor-pointer rounded-control border px-3 py-1.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:py-2.5',
              proof._id === shown._id ? 'border-ink font-semibold' : 'border-control text-ink-2',
            )}
          >
            <input
              type="radio"
              name={`proof of ${proofs.at(-1)?._id}`}
              className="sr-only"
              checked={proof._id === shown._id}
              onChange={() => onChoose(proof)}
            />
            {index === 0 ? 'Newest, ' : 'Older, '}
            {formatDateTime(proof.uploadedAt)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
