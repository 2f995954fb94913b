import { messages } from '@firmament/contract/messages';
import { ApiError } from '../../../api/client.ts';
import { OtpForm } from '../../../auth/OtpForm.tsx';
import { abandonSecondStep, giveSecondFactor } from '../../../auth/second-step.ts';
import { AuthHeading } from './AuthHeading.tsx';

type SecondStepProps = {
  /** Of the sign-in whose second step is open. */
  token: string;
  onDone: (recoveryCodesLeft: number) => Promise<void>;
  /** Back to the first step, with the text that says why; null: by choice. */
  onBack: (text: string | null) => void;
};

/** The second step of a sign-in. */
export function SecondStep({ token, onDone, onBack }: SecondStepProps) {
  const leave = (text: string | null) => {
    abandonSecondStep();
    onBack(text);
  };
  return (
    <>
      <AuthHeading title="Two-factor sign-in">
        Your password is right. Now enter the code that your authenticator app shows.
      </AuthHeading>
      <OtpForm
        submitLabel="Continue"
        fallback={messages.loginFailed}
        size="large"
        wide
        work={async (otp) => {
          try {
            await onDone(await giveSecondFactor(token, otp));
          } catch (error) {
            if (!(error instanceof ApiError && error.status === 401)) throw error;
            leave(error.message);
          }
        }}
      />
      <p className="mt-8 border-t border-line pt-5 text-ui text-ink-2">
        Not your account?{' '}
        <button type="button" className="link" onClick={() => leave(null)}>
          Sign in as somebody else
        </button>
      </p>
      <p className="mt-3 text-ui text-ink-2">
        Lost the app and the recovery codes? Ask the firm's support to reset two-factor sign-in.
      </p>
    </>
  );
}
