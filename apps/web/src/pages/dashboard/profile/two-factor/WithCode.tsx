import { messages } from '@firmament/contract/messages';
import { OtpForm } from '../../../../auth/OtpForm.tsx';
import { Button } from '../../../../ui/Button.tsx';

type WithCodeProps = {
  text: string;
  label: string;
  danger?: boolean;
  work: (otp: string) => Promise<void>;
  onCancel: () => void;
};

/** A change that takes a fresh code. */
export function WithCode({ text, label, danger = false, work, onCancel }: WithCodeProps) {
  return (
    <>
      <p className="mb-4 text-ink-2">{text}</p>
      <OtpForm
        submitLabel={label}
        fallback={messages.twoFactorFailed}
        variant={danger ? 'danger' : 'primary'}
        work={work}
      >
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </OtpForm>
    </>
  );
}
