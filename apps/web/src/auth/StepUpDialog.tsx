import { messages } from '@firmament/contract/messages';
import { useId } from 'react';
import { ApiError, call } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { OtpForm } from './OtpForm.tsx';
import { settleStepUp } from './step-up.ts';

/** Asks for a code; whatever needed it then goes on by itself. */
export function StepUpDialog() {
  const formId = useId();
  return (
    <Dialog open onClose={() => settleStepUp(false)} title="Confirm it is you">
      <p className="mb-5 text-ink-2">
        This change needs a fresh code. What you entered is kept and is sent once the code is accepted.
      </p>
      <OtpForm
        id={formId}
        submitLabel="Confirm"
        fallback={messages.verificationFailed}
        work={async (otp) => {
          try {
            await call('POST /auth/step-up', { body: { otp } });
          } catch (error) {
            // The session has ended: the call that waits then says so itself.
            if (!(error instanceof ApiError && error.status === 401)) throw error;
          }
          settleStepUp(true);
        }}
      >
        <Button variant="secondary" onClick={() => settleStepUp(false)}>
          Cancel
        </Button>
      </OtpForm>
    </Dialog>
  );
}
