import { messages } from '@firmament/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { getQuery } from '../../api/queries.ts';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { MailForm } from './parts/mail/MailForm.tsx';
import { PastMailings } from './parts/mail/PastMailings.tsx';
import { isOneWaiting, WATCH_MILLISECONDS } from './parts/mail/UndeliveredEmail.tsx';
import { UndeliveredEmails } from './parts/mail/UndeliveredEmails.tsx';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';

export function Component() {
  const query = useQuery({
    ...getQuery('GET /admin/mass-email'),
    // While mails wait, how far they are is asked for again.
    refetchInterval: ({ state }) =>
      state.data?.mailings.some((mailing) => mailing.waiting > 0) || isOneWaiting(state.data?.notices)
        ? WATCH_MILLISECONDS
        : false,
  });
  const failed = query.isError && (!query.data || isForbidden(query.error));
  return (
    <>
      <PageHeader title="Send Mass Email">
        It goes to every verified user who has not unsubscribed, one email each.
      </PageHeader>
      {failed && isForbidden(query.error) ? (
        <PageError error={query.error} fallback={messages.internal} />
      ) : (
        <MailForm recipients={query.data?.recipients}>
          {query.data ? (
            <>
              <PastMailings mailings={query.data.mailings} />
              <UndeliveredEmails emails={query.data.notices} />
            </>
          ) : failed ? (
            <PageError
              error={query.error}
              fallback="Failed to fetch the past mailings"
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : (
            <SkeletonGroup label="Loading mailings...">
              <Skeleton className="h-64 rounded-card!" />
            </SkeletonGroup>
          )}
        </MailForm>
      )}
    </>
  );
}
