import { messages } from '@firmament/contract/messages';
import { useState } from 'react';
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
        text={`Error: ${messages.tokenUnavailable}`}
        action={
          <Link to={paths.login} state={{ from: originOf(location) }} className={buttonClass()}>
            Login
          </Link>
        }
      />
    );
  if (accountId === '') return <Failed text={`Error: ${messages.accountIdMissing}`} />;
  return <Payment accountId={accountId} />;
}

/** Everything about one order; it is looked at again while it waits for the firm. */
function Payment({ accountId }: { accountId: string }) {
  const account = usePageQuery({
    ...orderQuery(accountId),
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? false : 15_000),
  });
  const payment = usePageQuery({
    ...orderPaymentQuery(accountId),
    // An address that is withdrawn while the page is open is struck out.
    refetchInterval: account.data?.status === 'pending_payment' ? 60_000 : false,
  });
  const retry = () => {
    void account.refetch();
    if (payment.isError) void payment.refetch();
  };
  if (account.isPending) return <LoadingPayment />;
  if (account.isError && !account.data) {
    const { error } = account;
    if (error instanceof ApiError && error.status === 404) return <Failed text={messages.accountNotFound} />;
    return (
      <Failed
        text={`Error: ${messageOf(error, messages.accountLoadFailed)}`}
        onRetry={retry}
        retrying={account.isRefetching}
      />
    );
  }
  if (!account.data) return <Failed text={messages.accountNotFound} />;
  if (payment.isPending) return <LoadingPayment />;
  if (payment.isError && !payment.data) {
    return (
      <Failed
        text={`Error loading payment addresses: ${messageOf(payment.error, messages.addressesLoadFailed)}`}
        onRetry={() => void payment.refetch()}
        retrying={payment.isRefetching}
      />
    );
  }
  return <OrderAndPayment account={account.data} payment={payment.data} />;
}

function Heading() {
  return (
    <>
      <Title>Complete Your Purchase</Title>
      <h1 className="no-print serif text-page">Complete Your Purchase</h1>
    </>
  );
}

const columns = 'grid items-start gap-5 lg:grid-cols-[18rem_minmax(0,1fr)_20rem]';

function OrderAndPayment({ account, payment }: { account: Order; payment: HowToPay }) {
  const [chosenId, choose] = useState<string | null>(null);
  const usable = payment.addresses.filter(({ withdrawn }) => !withdrawn);
  const chosen = usable.find(({ _id }) => _id === chosenId) ?? null;
  const only = usable.length === 1 ? (usable[0] ?? null) : null;
  return (
    <>
      <Heading />
      <OrderProgress account={account} />
      <div className={columns}>
        <div className="flex flex-col gap-5">
          <AccountDetails account={account} />
          {account.proof && <Receipt account={account} />}
        </div>
        <Instructions account={account} payment={payment} chosen={chosen} onChoose={choose} />
        <UploadProof account={account} />
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
      <Heading />
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

function Failed({ text, ...rest }: { text: string } & Omit<ErrorStateProps, 'message'>) {
  return (
    <>
      <Title>Payment</Title>
      <h1 className="sr-only">Payment</h1>
      <ErrorState message={text} {...rest} />
    </>
  );
}
