import { markPaymentFailed, messages } from '@firmament/contract/messages';
import { can } from '@firmament/rules';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { TextInput } from '../../../../ui/inputs.tsx';
import { Keys } from '../../../../ui/shortcuts/Keys.tsx';
import { useCharacterShortcutsOn } from '../../../../ui/shortcuts/preference.ts';
import { useShortcuts } from '../../../../ui/shortcuts/useShortcuts.ts';
import { factsOf, reasonOf, type TradingAccount } from '../accounts.ts';
import { InlineFeedback } from '../feedback.tsx';
import { useArrival } from './arrival.ts';
import { useAccountAction } from './useAccountAction.ts';

type Verdict = { status: 'verified' | 'failed'; reason?: string };

/** Accepts or rejects the payment; the trader is told either way. */
export function PaymentVerdict({ account }: { account: TradingAccount }) {
  const [reason, setReason] = useState('');
  const reasonField = useRef<HTMLInputElement>(null);
  const verifyButton = useRef<HTMLButtonElement>(null);
  const action = useAccountAction({
    account,
    run: (body: Verdict, ifMatch) =>
      call('PUT /admin/accounts/{id}/verify-payment', { params: { id: account._id }, body, ifMatch }),
    success: (answer) =>
      answer.paymentStatus === 'failed' ? messages.paymentRejected : messages.paymentVerified,
    failure: ({ status }) => markPaymentFailed(status),
    wanted: ({ status }) => ({ paymentStatus: status }),
    onDone: () => {
      // The reason's field goes away with the verdict; the focus must not go with it.
      if (document.activeElement === reasonField.current) verifyButton.current?.focus();
      setReason('');
    },
  });
  const facts = factsOf(account);
  const verify = reasonOf(can.judgePayment(facts, 'verified'));
  const reject = reasonOf(can.judgePayment(facts, 'failed'));
  const isDecided = Boolean(verify && reject);
  useArrival('payment', verifyButton);
  useShortcuts(
    'Payment',
    isDecided
      ? []
      : [
          {
            keys: 'v',
            label: 'Verify the payment',
            run: () => !verify && action.act({ status: 'verified' }),
          },
          {
            keys: 'r',
            label: 'Reject the payment: write the reason',
            run: () => reasonField.current?.focus(),
          },
        ],
  );
  const rejectPayment = (event: FormEvent) => {
    event.preventDefault();
    if (!reject) action.act({ status: 'failed', ...(reason.trim() ? { reason: reason.trim() } : {}) });
  };
  return (
    <form onSubmit={rejectPayment} className="no-print flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          ref={verifyButton}
          disabledReason={verify}
          busy={action.busy && action.input?.status === 'verified'}
          onClick={() => action.act({ status: 'verified' })}
        >
          Verify Payment
        </Button>
        <Button
          type="submit"
          variant="secondary"
          disabledReason={reject}
          busy={action.busy && action.input?.status === 'failed'}
        >
          Reject Payment
        </Button>
        {!isDecided && <VerdictKeys />}
        <InlineFeedback feedback={action.feedback} />
      </div>
      {!isDecided && (
        <Field label="Reason for a rejection" hint="Optional. The trader reads it in the email.">
          <TextInput
            ref={reasonField}
            value={reason}
            maxLength={500}
            autoComplete="off"
            placeholder="The amount does not match the price"
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') verifyButton.current?.focus();
            }}
          />
        </Field>
      )}
      {isDecided && <p className="text-sm text-ink-2">{verify}</p>}
    </form>
  );
}

/** The keys, for who has a keyboard and has not switched them off. */
function VerdictKeys() {
  const on = useCharacterShortcutsOn();
  if (!on) return null;
  return (
    <span
      aria-hidden="true"
      className="hidden items-center gap-1.5 text-sm text-ink-3 pointer-fine:inline-flex"
    >
      <Keys keys="v" /> verifies, <Keys keys="r" /> rejects
    </span>
  );
}
