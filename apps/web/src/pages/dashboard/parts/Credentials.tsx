import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import type { Dashboard } from './AccountHeading.tsx';

/** Login, password (masked until asked for) and server, each with its copy button. */
export function Credentials({ details }: { details: Dashboard['accountDetails'] }) {
  const [shown, setShown] = useState(false);
  const { logIn, masterPass, server } = details;
  return (
    <Panel
      title="Account Details"
      titleStyle="card"
      actions={
        <CopyButton
          text={`${logIn}\n${masterPass}\n${server}`}
          label="Copy all"
          showLabel
          className="no-print"
        />
      }
    >
      <dl className="divide-y divide-line">
        <Row term="Log In" action={<CopyButton text={logIn} label="Copy login" />}>
          {logIn}
        </Row>
        <Row
          term="Password"
          action={
            <>
              <Button
                size="small"
                variant="quiet"
                aria-label={shown ? 'Hide password' : 'View password'}
                icon={shown ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
                onClick={() => setShown(!shown)}
              >
                {shown ? 'Hide' : 'View'}
              </Button>
              <CopyButton text={masterPass} label="Copy password" />
            </>
          }
        >
          {shown ? (
            masterPass
          ) : (
            <>
              <span aria-hidden="true">{'•'.repeat(8)}</span>
              <span className="sr-only">hidden</span>
            </>
          )}
        </Row>
        <Row term="Server" action={<CopyButton text={server} label="Copy server" />}>
          {server}
        </Row>
      </dl>
    </Panel>
  );
}

function Row({ term, action, children }: { term: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 sm:grid-cols-[5rem_minmax(0,1fr)_auto]">
      <dt className="text-ink-2 max-sm:text-sm">{term}</dt>
      <dd
        className="font-mono [overflow-wrap:anywhere] max-sm:col-start-1 max-sm:row-start-2"
        dir="ltr"
        translate="no"
      >
        {children}
      </dd>
      <dd className="no-print flex items-center gap-1 max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
        {action}
      </dd>
    </div>
  );
}
