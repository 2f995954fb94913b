import type { ResponseBody } from '@firmament/contract';
import { formatCount } from '../../../../ui/format.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { Progress } from '../../../../ui/Progress.tsx';
import { RelativeTime } from '../../../../ui/Values.tsx';

type Mailing = ResponseBody<'GET /admin/mass-email'>['mailings'][number];

/** What was sent, with how far it is. */
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
  const { recipients, sent, waiting, failed } = mailing;
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
      </dl>
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
