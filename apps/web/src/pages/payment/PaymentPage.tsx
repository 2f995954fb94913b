import { messages } from '@firmament/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError, messageOf } from '../../api/client.ts';
import { getQuery } from '../../api/queries.ts';
import { useAuth } from '../../auth/AuthProvider.tsx';
import { Title } from '../../layouts/Title.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { AccountDetails } from './parts/AccountDetails.tsx';
import { Instructions } from './parts/Instructions.tsx';
import { OrderProgress } from './parts/OrderProgress.tsx';
import { UploadProof } from './parts/UploadProof.tsx';

export function Component() {
  const { accountId = '' } = useParams();
  const { token } = useAuth();
  if (!token) return <Failed text={`Error: ${messages.tokenUnavailable}`} />;
  if (accountId === '') return <Failed text={`Error: ${messages.accountIdMissing}`} />;
  return <Payment accountId={accountId} />;
}

/** Everything about one order; it is looked at again while it waits for the firm. */
function Payment({ accountId }: { accountId: string }) {
  const params = { id: accountId };
  const account = useQuery({
    ...getQuery('GET /accounts/{id}', { params }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? false : 15_000),
  });
  const payment = useQuery({ ...getQuery('GET /accounts/{id}/payment', { params }), retry: false });
  if (account.isPending) return <LoadingPayment />;
  if (account.isError && !account.data) {
    const { error } = account;
    if (error instanceof ApiError && error.status === 404) return <Failed text={messages.accountNotFound} />;
    return (
      <Failed
        text={`Error: ${messageOf(error, messages.accountLoadFailed)}`}
        onRetry={() => void account.refetch()}
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
  return (
    <>
      <Title>Complete Your Purchase</Title>
      <h1 className="serif text-page">Complete Your Purchase</h1>
      <OrderProgress account={account.data} />
      <div className="grid items-start gap-5 lg:grid-cols-[18rem_minmax(0,1fr)_20rem]">
        <AccountDetails account={account.data} />
        <Instructions price={account.data.price} payment={payment.data} />
        <UploadProof account={account.data} />
      </div>
    </>
  );
}

function LoadingPayment() {
  return (
    <>
      <Title>Complete Your Purchase</Title>
      <div role="status" className="flex grow items-center justify-center gap-3 py-18 text-ink-2">
        <Spinner className="size-5" />
        <span>Loading payment details...</span>
      </div>
    </>
  );
}

function Failed({ text, onRetry, retrying }: { text: string; onRetry?: () => void; retrying?: boolean }) {
  return (
    <>
      <Title>Payment</Title>
      <h1 className="sr-only">Payment</h1>
      <ErrorState message={text} {...(onRetry ? { onRetry } : {})} {...(retrying ? { retrying } : {})} />
    </>
  );
}
