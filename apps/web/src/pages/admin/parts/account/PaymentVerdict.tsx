import { markPaymentFailed, messages } from '@firmament/contract/messages';
import { can } from '@firmament/rules';
import { useState } from 'react';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { TextInput } from '../../../../ui/inputs.tsx';
import { factsOf, reasonOf, type TradingAccount } from '../accounts.ts';
import { InlineFeedback } from '../feedback.tsx';
import { useAccountAction } from './useAccountAction.ts';

type Verdict = { status: 'verified' | 'failed'; reason?: string };

/** Accepts or rejects the payment; the trader is told either way. */
export function PaymentVerdict({ account }: { account: TradingAccount }) {
  const [reason, setReason] = useState('');
  const action = useAccountAction({
    run: (body: Verdict) =>
      call('PUT /admin/accounts/{id}/verify-payment', {
        params: { id: account._id },
        body,
        ifMatch: account.version,
      }),
    success: (answer) =>
      answer.paymentStatus === 'failed' ? messages.paymentRejected : messages.paymentVerified,
    failure: ({ status }) => markPaymentFailed(status),
    onDone: () => setReason(''),
  });
  const facts = factsOf(account);
  const verify = reasonOf(can.judgePayment(facts, 'verified'));
  const reject = reasonOf(can.judgePayment(facts, 'failed'));
  const judged = action.mutation.variables?.status;
  return (
    <div className="flex flex-col gap-3 py-1">
      {!(verify && reject) && (
        <Field label="Reason for a rejection" hint="Optional. The trader reads it in the email.">
          <TextInput
            value={reason}
            maxLength={500}
            autoComplete="off"
            placeholder="The amount does not match the price"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          disabledReason={verify}
          busy={action.busy && judged === 'verified'}
          onClick={() => action.act({ status: 'verified' })}
        >
          Verify Payment
        </Button>
        <Button
          variant="secondary"
          disabledReason={reject}
          busy={action.busy && judged === 'failed'}
          onClick={() =>
            action.act({ status: 'failed', ...(reason.trim() ? { reason: reason.trim() } : {}) })
          }
        >
          Reject Payment
        </Button>
        <InlineFeedback feedback={action.feedback} />
      </div>
      {verify && reject && <p className="text-sm text-ink-2">{verify}</p>}
    </div>
  );
}
