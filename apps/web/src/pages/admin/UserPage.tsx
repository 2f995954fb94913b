import { messages } from '@firmament/contract/messages';
import { Link, useParams } from 'react-router';
import { userQuery } from '../../api/page-queries.ts';
import { usePageQuery } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { BackLink } from './parts/BackLink.tsx';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';
import { UserAccess } from './parts/UserAccess.tsx';
import { UserAccounts } from './parts/UserAccounts.tsx';
import { UserBadges } from './parts/UserBadges.tsx';
import { UserForm } from './parts/UserForm.tsx';

export function Component() {
  const { id = '' } = useParams();
  const query = usePageQuery(userQuery(id));
  const user = query.data;
  return (
    <>
      <BackLink to={paths.adminUsers}>Users</BackLink>
      {query.isError && (!user || isForbidden(query.error)) ? (
        <>
          <PageHeader title="User" />
          <PageError
            error={query.error}
            fallback={messages.userFetchFailed}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            action={
              <Link to={paths.adminUsers} className={buttonClass({ variant: 'secondary' })}>
                All users
              </Link>
            }
          />
        </>
      ) : !user ? (
        <>
          <PageHeader title="User" passing />
          <SkeletonGroup label={messages.loadingUser} className="grid gap-6 lg:grid-cols-3">
            <Skeleton className="h-96 rounded-card! lg:col-span-2" />
            <Skeleton className="h-64 rounded-card!" />
          </SkeletonGroup>
        </>
      ) : (
        <>
          <PageHeader title={user.name}>
            <span className="flex flex-wrap items-center gap-2">
              {user.email} <UserBadges user={user} />
            </span>
          </PageHeader>
          <div className="grid items-start gap-6 lg:grid-cols-3">
            <div className="flex flex-col gap-6 lg:col-span-2">
              <UserForm key={user._id} user={user} />
              <UserAccounts userId={user._id} />
            </div>
            <UserAccess user={user} />
          </div>
        </>
      )}
    </>
  );
}
