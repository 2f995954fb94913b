import { messages } from '@firmament/contract/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../../api/client.ts';
import { getQuery, usePageQuery } from '../../../api/queries.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/Spinner.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFocusKept } from '../../../ui/useFocusKept.ts';
import { RelativeTime } from '../../../ui/Values.tsx';

/** Where the user is signed in, with the way to end each of it. */
export function Devices() {
  const sessions = usePageQuery(getQuery('GET /profile/sessions'));
  const queries = useQueryClient();
  const change = {
    onSuccess: async ({ message }: { message: string }) => {
      toast.success(message);
      await queries.invalidateQueries({ queryKey: ['GET /profile/sessions'] });
    },
    onError: (error: Error) => toast.error(messageOf(error, messages.userUpdateFailed)),
  };
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE /profile/sessions/{id}', { params: { id } }),
    ...change,
  });
  const endOthers = useMutation({ mutationFn: () => call('POST /profile/sign-out-everywhere'), ...change });
  const list = sessions.data?.sessions ?? [];
  const place = useFocusKept<HTMLUListElement>(list.length);
  return (
    <Panel
      title="Signed-in devices"
      titleStyle="card"
      actions={
        list.length > 1 && (
          <Button
            size="small"
            variant="secondary"
            busy={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            Sign Out Other Devices
          </Button>
        )
      }
    >
      {sessions.isPending && (
        <SkeletonGroup label="Loading devices...">
          <Skeleton className="h-14 w-full" />
        </SkeletonGroup>
      )}
      {sessions.isError && (
        <ErrorState
          message={messageOf(sessions.error, messages.userFetchFailed)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <ul ref={place} tabIndex={-1} className="divide-y divide-line">
        {list.map((session) => (
          <li key={session._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {session.device} {session.current && <Badge tone="gain">This device</Badge>}
              </span>
              <span className="text-sm text-ink-2">
                <span className="font-mono">{session.ip}</span> · last used{' '}
                <RelativeTime value={session.lastSeenAt} />
              </span>
            </span>
            {!session.current && (
              <Button
                size="small"
                variant="secondary"
                busy={end.isPending && end.variables === session._id}
                onClick={() => end.mutate(session._id)}
              >
                Sign Out<span className="sr-only"> {session.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
