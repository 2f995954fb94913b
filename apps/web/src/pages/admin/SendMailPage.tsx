import { messages } from '@firmament/contract/messages';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { getQuery, usePageQuery } from '../../api/queries.ts';
import { Skeleton, SkeletonGroup } from '../../ui/Spinner.tsx';
import { MailForm } from './parts/mail/MailForm.tsx';
import { PastMailings } from './parts/mail/PastMailings.tsx';
import { isOneWaiting, WATCH_MILLISECONDS } from './parts/mail/UndeliveredEmail.tsx';
import { UndeliveredEmails } from './parts/mail/UndeliveredEmails.tsx';
import { isForbidden, PageError, PageHeader } from './parts/page.tsx';

export function Component() {
  const query = usePageQuery({
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
            <SentBefore>
              <UndeliveredEmails emails={query.data.notices} />
              <PastMailings mailings={query.data.mailings} />
            </SentBefore>
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

/** What was sent before, and what did not arrive; a link to the latter leads here once it is there. */
function SentBefore({ children }: { children: ReactNode }) {
  const { hash } = useLocation();
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash === '#undelivered') {
      area.current?.focus({ preventScroll: true });
      area.current?.scrollIntoView();
    }
  }, [hash]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form
    <div
      ref={area}
      id="undelivered"
      role="group"
      tabIndex={-1}
      aria-label="Emails sent before"
      className="flex flex-col gap-6"
    >
      {children}
    </div>
  );
}
