import { messages } from '@firmament/contract/messages';
import { ApiError } from '../../../api/client.ts';
import { OtpForm } from '../../../auth/OtpForm.tsx';
import { AuthHeading } from './AuthHeading.tsx';

/** The second step of a sign-in. `onExpired` gets the text that says why the first step is needed again. */
export function SecondStep({
  finish,
  onExpired,
  onBack,
}: {
  finish: (otp: string) => Promise<void>;
  onExpired: (text: string) => void;
  onBack: () => void;
}) {
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
            await finish(otp);
          } catch (error) {
            if (!(error instanceof ApiError && error.status === 401)) throw error;
            onExpired(error.message);
          }
        }}
      />
      <p className="mt-8 border-t border-line pt-5 text-ui text-ink-2">
        Not your account?{' '}
        <button type="button" className="link" onClick={onBack}>
          Sign in as somebody else
        </button>
      </p>
      <p className="mt-3 text-ui text-ink-2">
        Lost the app and the recovery codes? Ask the firm's support to reset two-factor sign-in.
      </p>
    </>
  );
}
