import { messages } from '@firmament/contract/messages';
import { Link, useParams } from 'react-router';
import { ApiError, messageOf } from '../../api/client.ts';
import { getQuery, usePageQuery } from '../../api/queries.ts';
import { Title } from '../../layouts/Title.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { Confirmation } from './parts/Confirmation.tsx';

export function Component() {
  const { packageId = '' } = useParams();
  const offer = usePageQuery({
    ...getQuery('GET /account-packages/{id}', { params: { id: packageId } }),
    enabled: packageId !== '',
  });
  return (
    <>
      <Title section="Dashboard">Confirm your purchase</Title>
      <h1 className="serif mb-8 text-page">Confirm your purchase</h1>
      {packageId === '' ? (
        <LoadError message={messages.packageIdMissing} />
      ) : offer.isPending ? (
        <LoadingConfirmation />
      ) : isNotFound(offer.error) ? (
        <PackageMissing />
      ) : offer.isError && !offer.data ? (
        <LoadError message={messageOf(offer.error, messages.packageLoadFailed)} />
      ) : !offer.data?.criteria ? (
        <LoadError message={messages.packageInvalid} />
      ) : (
        <Confirmation offer={offer.data} />
      )}
    </>
  );
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** 'Try Again' reloads the page (specification section 2). */
function LoadError({ message }: { message: string }) {
  return (
    <ErrorState
      message={message}
      action={
        <Button variant="secondary" onClick={() => location.reload()}>
          Try Again
        </Button>
      }
    />
  );
}

function PackageMissing() {
  return (
    <ErrorState
      message={messages.packageNotFound}
      action={
        <Link to={paths.catalogue} className={buttonClass()}>
          Back to Packages
        </Link>
      }
    />
  );
}

function LoadingConfirmation() {
  return (
    <SkeletonGroup label="Loading package..." className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-80 w-full" />
    </SkeletonGroup>
  );
}
