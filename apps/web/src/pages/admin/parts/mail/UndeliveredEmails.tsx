import type { ResponseBody } from '@firmament/contract';
import { useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { Panel } from '../../../../ui/Panel.tsx';
import { RelativeTime } from '../../../../ui/Values.tsx';
import { words } from '../account/history.ts';
import { UndeliveredList } from './UndeliveredEmail.tsx';

type Notice = ResponseBody<'GET /admin/mass-email'>['notices'][number];

/** Codes, links and account emails that did not get through, with the reason; nothing where all did. */
export function UndeliveredEmails({ emails }: { emails: readonly Notice[] }) {
  const wereThere = useRef(false);
  if (emails.length > 0) wereThere.current = true;
  if (!wereThere.current) return null;
  return (
    <Panel title="Other emails that did not arrive">
      <UndeliveredList
        label="Emails"
        emails={emails}
        about={({ accountId, template, createdAt }) => (
          <span className="text-sm text-ink-2">
            {accountId ? (
              <Link to={paths.adminAccount(accountId)} className="link">
                {words(template)}
              </Link>
            ) : (
              words(template)
            )}
            , <RelativeTime value={createdAt} />
          </span>
        )}
      />
    </Panel>
  );
}
