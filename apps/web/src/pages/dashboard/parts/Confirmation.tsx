import { messages } from '@firmament/contract/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { call, messageOf, newKey } from '../../../api/client.ts';
import { useAuth } from '../../../auth/AuthProvider.tsx';
import { readToken } from '../../../auth/token.ts';
import { originOf } from '../../../guards/origin.ts';
import { criteriaOf } from '../../../packages/criteria.tsx';
import { sizeLabel } from '../../../packages/PackageCard.tsx';
import type { AccountPackage } from '../../../packages/usePackages.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { DefinitionList, Panel } from '../../../ui/Panel.tsx';
import { Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { Money } from '../../../ui/Values.tsx';

/** What is bought and on which terms; the server takes every figure from its own package row. */
export function Confirmation({ offer }: { offer: AccountPackage }) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex flex-col gap-6">
        <Panel title="Challenge criteria" titleStyle="card">
          <DefinitionList items={criteriaOf(offer)} />
        </Panel>
        {offer.phase2Criteria && (
          <p className="text-ink-2">
            Phase 2 asks for {offer.phase2Criteria.profitTarget}% profit and{' '}
            {offer.phase2Criteria.minTradingDays} trading days, within the same limits.
          </p>
        )}
      </div>
      <OrderSummary offer={offer} />
    </div>
  );
}

function OrderSummary({ offer }: { offer: AccountPackage }) {
  const purchase = usePurchase(offer);
  const from = originOf(useLocation());
  return (
    <Panel title="Order summary" className="lg:sticky lg:top-24">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="serif text-section">{offer.name}</p>
          <p className="mt-1 text-ink-2">
            <span>{offer.tier}</span> · {sizeLabel(offer.subscriberCount)}
          </p>
        </div>
        <Badge tone="pro">{offer.name.startsWith('1-Step') ? '1S' : '2S'}</Badge>
      </div>
      <p className="mt-6 flex flex-wrap items-baseline gap-x-3 border-t border-line pt-5">
        <Money amount={offer.discountedPrice} cents="auto" className="text-figure" />
        {offer.originalPrice > offer.discountedPrice && (
          <s className="text-ink-3">
            <span className="sr-only">original price </span>
            <Money amount={offer.originalPrice} cents="auto" />
          </s>
        )}
        <span className="text-ink-2">one-time fee</span>
      </p>
      <p className="mt-3 text-sm text-ink-2">
        All sales are final.{' '}
        <Link to={paths.refund} className="link">
          Refund policy
        </Link>
      </p>
      <div className="mt-6 flex flex-col gap-3">
        <div aria-live="assertive" className="empty:absolute">
          {purchase.failure && (
            <Notice
              tone="error"
              action={
                purchase.signedOut && (
                  <Link to={paths.login} state={{ from }} className="link">
                    Login
                  </Link>
                )
              }
            >
              {purchase.failure}
            </Notice>
          )}
        </div>
        <Button
          size="large"
          wide
          busy={purchase.busy}
          busyLabel={messages.processing}
          onClick={purchase.proceed}
        >
          Proceed to Payment
        </Button>
        <Link to={paths.catalogue} className={buttonClass({ variant: 'quiet', wide: true })}>
          Cancel and Back to Packages
        </Link>
      </div>
    </Panel>
  );
}

/** One purchase at a time; a retry after a failure is the same action and carries the same key. */
function usePurchase(offer: AccountPackage) {
  const { token } = useAuth();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const key = useRef(newKey());
  const running = useRef(false);
  /** Signed out, or the token was taken out of the storage while the page was open. */
  const [signedOut, setSignedOut] = useState(token === null);
  const buy = useMutation({
    mutationFn: () =>
      call('POST /accounts/purchase', {
        body: { packageId: offer._id, subscriberCount: offer.subscriberCount },
        idempotencyKey: key.current,
      }),
    onSuccess: (account) => {
      void queries.invalidateQueries({ queryKey: ['GET /dashboard/accounts'] });
      toast.success(messages.purchaseSuccess);
      void navigate(paths.payment(account._id));
    },
    onError: (error) => {
      running.current = false;
      toast.error(messageOf(error, messages.purchaseFailed));
    },
  });
  return {
    busy: buy.isPending || buy.isSuccess,
    signedOut,
    failure: signedOut
      ? messages.tokenUnavailable
      : buy.isError
        ? messageOf(buy.error, messages.purchaseFailed)
        : null,
    proceed: () => {
      if (running.current) return;
      const missing = token === null || readToken() === null;
      setSignedOut(missing);
      if (missing) return;
      running.current = true;
      buy.mutate();
    },
  };
}
