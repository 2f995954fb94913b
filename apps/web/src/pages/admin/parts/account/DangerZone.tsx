import { messages } from '@firmament/contract/messages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../../api/client.ts';
import { paths } from '../../../../paths.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { TextInput } from '../../../../ui/inputs.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { breachQuestion, breachReason, deletionQuestion, type TradingAccount } from '../accounts.ts';
import { InlineFeedback } from '../feedback.tsx';
import { useDeleteAccount } from '../useDeleteAccount.ts';
import { useAccountAction } from './useAccountAction.ts';

/** What cannot be taken back quietly: the breach and the deletion. */
export function DangerZone({ account }: { account: TradingAccount }) {
  return (
    <Panel title="Danger zone" tone="loss" className="no-print">
      <Breach account={account} />
      <hr className="my-5 border-line" />
      <Deletion account={account} />
    </Panel>
  );
}

function Breach({ account }: { account: TradingAccount }) {
  const [reason, setReason] = useState('');
  const action = useAccountAction({
    account,
    run: (text: string, ifMatch) =>
      call('PATCH /admin/accounts/{id}/mark-failed', {
        params: { id: account._id },
        ...(text === '' ? {} : { body: { reason: text } }),
        ifMatch,
      }),
    wanted: () => ({ status: 'failed', breachNotified: true }),
    success: (answer) => answer.message,
    failure: messages.markFailedFailed,
    onDone: () => setReason(''),
  });
  const off = breachReason(account);
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-card">Breach of a rule</h3>
      {off ? (
        <p className="text-sm text-ink-2">{account.failure?.reason || off}</p>
      ) : (
        <Field label="What was broken" hint="Optional. The trader reads it.">
          <TextInput
            value={reason}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="danger"
          busy={action.busy}
          disabledReason={off}
          onClick={() => {
            if (window.confirm(breachQuestion(account))) action.act(reason.trim());
          }}
        >
          Mark as Failed
        </Button>
        <InlineFeedback feedback={action.feedback} />
      </div>
    </div>
  );
}

function Deletion({ account }: { account: TradingAccount }) {
  const navigate = useNavigate();
  const deletion = useDeleteAccount(() => void navigate(paths.adminAccounts));
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-card">Delete this account</h3>
      <p className="text-sm text-ink-2">
        It disappears from every list and from the trader’s dashboard. Its history stays for the audit.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="danger"
          busy={deletion.busy}
          onClick={() => {
            if (window.confirm(deletionQuestion(account))) deletion.act(account);
          }}
        >
          Delete
        </Button>
        <InlineFeedback feedback={deletion.feedback} />
      </div>
    </div>
  );
}
