import { messages } from '@firmament/contract/messages';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { ApiError, messageOf } from '../../api/client.ts';
import { orderPaymentQuery, orderQuery } from '../../api/page-queries.ts';
import { usePageQuery } from '../../api/queries.ts';
import { useAuth } from '../../auth/AuthProvider.tsx';
import { originOf } from '../../guards/origin.ts';
import { Title } from '../../layouts/Title.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Skeleton, Spinner } from '../../ui/Spinner.tsx';
import { ErrorState, type ErrorStateProps } from '../../ui/States.tsx';
import { useFocusKept } from '../../ui/useFocusKept.ts';
import { isPending } from '../dashboard/parts/accounts.ts';
import { AccountDetails } from './parts/AccountDetails.tsx';
import { Instructions } from './parts/Instructions.tsx';
import { OrderProgress } from './parts/OrderProgress.tsx';
import type { Payment as HowToPay, Order } from './parts/order.ts';
import { PayBar } from './parts/PayBar.tsx';
import { Receipt } from './parts/Receipt.tsx';
import { UploadProof } from './parts/UploadProof.tsx';

export function Component() {
  const { accountId = '' } = useParams();
  const { token } = useAuth();
  const location = useLocation();
  if (!token)
    return (
      <Failed
        message={`Error: ${messages.tokenUnavailable}`}
        action={
          <Link to={paths.login} state={{ from: originOf(location) }} className={buttonClass()}>
            Login
          </Link>
        }
      />
    );
  if (accountId === '') return <Failed message={`Error: ${messages.accountIdMissing}`} action={back} />;
  return <Payment accountId={accountId} />;
}

const back = (
  <Link to={paths.dashboard} className={buttonClass()}>
    Back to Dashboard
  </Link>
);

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Everything about one order; it is looked at again while it waits for the firm. */
function Payment({ accountId }: { accountId: string }) {
  const account = usePageQuery({
    ...orderQuery(accountId),
    refetchInterval: ({ state: { data, error } }) =>
      (data ? isPending(data) : !isNotFound(error)) ? 15_000 : false,
  });
  const payment = usePageQuery({
    ...orderPaymentQuery(accountId),
    // An address that is withdrawn while the page is open is struck out.
    refetchInterval: account.data?.status === 'pending_payment' ? 60_000 : false,
  });
  const failure = failureOf(account, payment);
  const { status, paymentStatus } = account.data ?? {};
  const heading = useFocusKept<HTMLHeadingElement>(
    [failure?.message, payment.status, status, paymentStatus].join(),
  );
  return (
    <>
      <Heading ref={heading} failed={failure !== null} />
      {failure ? (
        <ErrorState {...failure} />
      ) : account.data && payment.data ? (
        <OrderAndPayment account={account.data} payment={payment.data} />
      ) : (
        <LoadingPayment />
      )}
    </>
  );
}

/** What there is instead of the order, and what to do about it; null while it is on its way and when it is there. */
function failureOf(
  account: UseQueryResult<Order>,
  payment: UseQueryResult<HowToPay>,
): ErrorStateProps | null {
  if (account.isPending) return null;
  if (!account.data) {
    const { error } = account;
    if (isNotFound(error)) return { message: messages.accountNotFound, action: back };
    return {
      message: `Error: ${messageOf(error, messages.accountLoadFailed)}`,
      onRetry: () => {
        void account.refetch();
        if (payment.isError) void payment.refetch();
      },
      retrying: account.isRefetching,
    };
  }
  if (payment.isPending || payment.data) return null;
  return {
    message: `Error loading payment addresses: ${messageOf(payment.error, messages.addressesLoadFailed)}`,
    onRetry: () => void payment.refetch(),
    retrying: payment.isRefetching,
  };
}

/** One element for every view of the page, so that the focus stays on it; what failed says so itself. */
function Heading({ failed = false, ref }: { failed?: boolean; ref?: Ref<HTMLHeadingElement> }) {
  const title = failed ? 'Payment' : 'Complete Your Purchase';
  return (
    <>
      <Title>{title}</Title>
      <h1 ref={ref} tabIndex={-1} className={failed ? 'sr-only' : 'no-print serif text-page'}>
        {title}
      </h1>
    </>
  );
}

function Failed(failure: ErrorStateProps) {
  return (
    <>
      <Heading failed />
      <ErrorState {...failure} />
    </>
  );
}

const columns = 'grid items-start gap-5 lg:grid-cols-[18rem_minmax(0,1fr)_20rem]';

function OrderAndPayment({ account, payment }: { account: Order; payment: HowToPay }) {
  const [chosenId, choose] = useState<string | null>(null);
  const usable = payment.addresses.filter(({ withdrawn }) => !withdrawn);
  const chosen = usable.find(({ _id }) => _id === chosenId) ?? null;
  const only = usable.length === 1 ? (usable[0] ?? null) : null;
  // What was sent comes first once it was; with their keys both stay what they are.
  const howToPay = (
    <Instructions key="pay" account={account} payment={payment} chosen={chosen} onChoose={choose} />
  );
  const proof = <UploadProof key="proof" account={account} />;
  return (
    <>
      <OrderProgress account={account} />
      <div className={columns}>
        <div className="flex flex-col gap-5">
          <AccountDetails account={account} />
          {account.proof && <Receipt account={account} />}
        </div>
        {account.status === 'payment_submitted' ? [proof, howToPay] : [howToPay, proof]}
      </div>
      {account.status === 'pending_payment' && account.paymentStatus !== 'verified' && (
        <PayBar price={account.price} address={chosen ?? only} />
      )}
    </>
  );
}

function LoadingPayment() {
  return (
    <>
      <p role="status" className="mt-6 flex h-12 items-center gap-3 text-ink-2">
        <Spinner className="size-5" />
        <span>Loading payment details...</span>
      </p>
      <div className={`appear-late mt-6 ${columns}`} aria-hidden="true">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-160 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </>
  );
}
