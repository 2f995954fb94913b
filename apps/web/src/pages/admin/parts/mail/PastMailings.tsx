import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../../api/client.ts';
import { getQuery, usePageQuery } from '../../../../api/queries.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Disclosure } from '../../../../ui/Disclosure.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { Progress } from '../../../../ui/Progress.tsx';
import { Spinner } from '../../../../ui/Spinner.tsx';
import { RelativeTime } from '../../../../ui/Values.tsx';
import { useAction } from '../feedback.tsx';
import { isOneWaiting, UndeliveredList, WATCH_MILLISECONDS } from './UndeliveredEmail.tsx';

type Mailing = ResponseBody<'GET /admin/mass-email'>['mailings'][number];

/** What was sent, with how far it is and whom it did not reach. */
export function PastMailings({ mailings }: { mailings: readonly Mailing[] }) {
  return (
    <Panel title="Past mailings" flush>
      {mailings.length === 0 ? (
        <p className="px-4 pb-5 text-ink-2 sm:px-5">No mass email was sent yet.</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {mailings.map((mailing) => (
            <MailingItem key={mailing._id} mailing={mailing} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function MailingItem({ mailing }: { mailing: Mailing }) {
  const { recipients, sent, waiting, failed, unknown, cancelled, dismissed } = mailing;
  // What is being sent again stays in sight until it is known what became of it.
  const wereUnreached = useRef(false);
  if (failed + unknown > 0) wereUnreached.current = true;
  return (
    <li className="px-4 py-4 sm:px-5">
      <p className="text-sm text-ink-3">
        <RelativeTime value={mailing.createdAt} />
      </p>
      <p className="mt-0.5 line-clamp-2 font-medium wrap-anywhere">
        {mailing.message || <span className="text-ink-2">Pictures only</span>}
      </p>
      {waiting > 0 && (
        <Progress
          className="mt-2"
          label="Sending"
          value={recipients - waiting}
          max={Math.max(1, recipients)}
          text={`${formatCount(recipients - waiting)} of ${formatCount(recipients)}`}
        />
      )}
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Count term="Recipients" count={recipients} />
        <Count term="Sent" count={sent} tone={sent > 0 ? 'text-gain' : ''} />
        <Count term="Waiting" count={waiting} />
        <Count term="Failed" count={failed} tone={failed > 0 ? 'text-loss' : ''} />
        {unknown > 0 && <Count term="Unknown" count={unknown} tone="text-warn" />}
        {cancelled > 0 && <Count term="Left out" count={cancelled} />}
        {dismissed > 0 && <Count term="Dismissed" count={dismissed} />}
      </dl>
      {wereUnreached.current && <Unreached mailing={mailing} />}
    </li>
  );
}

function Count({ term, count, tone = '' }: { term: string; count: number; tone?: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-2">{term}</dt>
      <dd className={`font-semibold ${tone}`}>{formatCount(count)}</dd>
    </div>
  );
}

const inWords = (count: number): string => (count === 1 ? '1 email' : `${formatCount(count)} emails`);

/** Who was not reached and why, and another attempt. */
function Unreached({ mailing }: { mailing: Mailing }) {
  const { failed, unknown } = mailing;
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const action = useAction({
    run: (doubtful: boolean) =>
      call('POST /admin/mass-email/{id}/retry', { params: { id: mailing._id }, body: { unknown: doubtful } }),
    success: (answer) => answer.message,
    failure: messages.massMailRetryFailed,
    onDone: () => {
      void client.invalidateQueries({ queryKey: ['GET /admin/mass-email'] });
      void client.invalidateQueries({ queryKey: ['GET /admin/mass-email/{id}'] });
    },
  });
  const retryDoubtful = () => {
    const question = `${inWords(unknown)} may have arrived: the server stopped while handing over. Send again to all who were not reached?\n\nSome may get the email twice.`;
    if (window.confirm(question)) action.act(true);
  };
  return (
    <div className="-mb-3 mt-3 *:border-b-0">
      <div className="flex flex-wrap gap-3 empty:hidden">
        {failed > 0 && (
          <Button variant="secondary" size="small" busy={action.busy} onClick={() => action.act(false)}>
            Retry {formatCount(failed)} failed
          </Button>
        )}
        {unknown > 0 && (
          <Button variant="secondary" size="small" busy={action.busy} onClick={retryDoubtful}>
            Retry unknown too
          </Button>
        )}
      </div>
      <Disclosure title="Not reached" level={3} titleClassName="text-ui!" open={open} onToggle={setOpen}>
        {open && <UnreachedList id={mailing._id} />}
      </Disclosure>
    </div>
  );
}

function UnreachedList({ id }: { id: string }) {
  const query = usePageQuery({
    ...getQuery('GET /admin/mass-email/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (isOneWaiting(state.data?.undelivered) ? WATCH_MILLISECONDS : false),
  });
  if (query.isPending) return <Spinner />;
  if (query.isError && !query.data) return <p className="text-loss">The list cannot be loaded now.</p>;
  return <UndeliveredList label="Not reached" emails={query.data.undelivered} />;
}
