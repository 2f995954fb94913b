import type { ResponseBody } from '@firmament/contract';
import { Link } from 'react-router';
import { Panel } from '../../../../ui/Panel.tsx';
import { RelativeTime } from '../../../../ui/Values.tsx';
import { words } from '../account/history.ts';
import { UnreachedItem } from './PastMailings.tsx';

type Notice = ResponseBody<'GET /admin/mass-email'>['notices'][number];

/** Codes, links and account emails that did not get through, with the reason; nothing where all did. */
export function UndeliveredEmails({ emails }: { emails: readonly Notice[] }) {
  if (emails.length === 0) return null;
  return (
    <Panel title="Other emails that did not arrive">
      <ul className="divide-y divide-line text-ui text-ink">
        {emails.map((email) => (
          <UnreachedItem key={email._id} mail={email}>
            <span className="text-sm text-ink-2">
              {email.accountId ? (
                <Link to={`/admin/accounts/${email.accountId}`}>{words(email.template)}</Link>
              ) : (
                words(email.template)
              )}
              , <RelativeTime value={email.createdAt} />
            </span>
          </UnreachedItem>
        ))}
      </ul>
    </Panel>
  );
}
