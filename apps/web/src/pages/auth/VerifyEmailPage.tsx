import { messages } from '@firmament/contract/messages';
import { CODE_LENGTH, REDIRECT_DELAY_MILLISECONDS, RESEND_SECONDS } from '@firmament/rules';
import { useEffect, useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError, messageOf } from '../../api/client.ts';
import { useAuth } from '../../auth/AuthProvider.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeInput } from '../../ui/CodeInput.tsx';
import { ExplainedButton } from '../../ui/ExplainedButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { formResolver } from '../../ui/form-resolver.ts';
import { Notice } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { AuthHeading } from './parts/AuthHeading.tsx';
import { FormMessage } from './parts/FormMessage.tsx';
import { useSubmit } from './parts/useSubmit.ts';

export function Component() {
  const [search] = useSearchParams();
  const userId = search.get('userId');
  return userId ? <VerifyEmail userId={userId} /> : <Navigate to={paths.login} replace />;
}

/** The digits typed so far: they outlive a reload, as when the code is looked up in another application of a phone. */
const typedCode = (userId: string) => {
  const key = `code:${userId}`;
  return {
    read: (): string => {
      try {
        return sessionStorage.getItem(key) ?? '';
      } catch {
        return '';
      }
    },
    keep: (code: string): void => {
      try {
        if (code === '') sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, code);
      } catch {
        // Storage is blocked: the code is typed again after a reload.
      }
    },
  };
};

/** The address as the page before knew it; the history keeps it over a reload. */
function useAddress(): string | null {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : null;
}

function VerifyEmail({ userId }: { userId: string }) {
  const auth = useAuth();
  const navigate = useNavigate();
  const address = useAddress();
  const [verified, setVerified] = useState(false);
  const [resent, setResent] = useState(false);
  const [typed] = useState(() => typedCode(userId).read());
  const form = useForm({ resolver: formResolver((forms) => forms.codeForm), defaultValues: { code: typed } });
  const code = useWatch({ control: form.control, name: 'code' });
  useEffect(() => typedCode(userId).keep(verified ? '' : code), [userId, code, verified]);
  const { submit, failure, forget, busy } = useSubmit(
    form,
    async (values) => {
      await auth.verifyEmail({ userId, code: values.code });
      toast.success(messages.verificationSuccess);
      setVerified(true);
    },
    messages.verificationFailed,
    messages.emailVerificationFailed,
  );
  useEffect(() => {
    if (!verified) return;
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), REDIRECT_DELAY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [verified, navigate]);
  return (
    <>
      <AuthHeading title="Verify your email">
        We sent a {CODE_LENGTH}-digit code to your email address
        {address && (
          <>
            , <bdi className="font-semibold text-ink wrap-anywhere">{address}</bdi>
          </>
        )}
        . Enter it here to finish your registration.
      </AuthHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormMessage text={failure} />
        {verified && (
          <Notice tone="success" role="status">
            {messages.verificationSuccess}
          </Notice>
        )}
        {/* The toast announces it. */}
        {resent && <Notice tone="success">{messages.resendSuccess}</Notice>}
        <Field label="Verification code" error={form.formState.errors.code?.message}>
          <Controller
            control={form.control}
            name="code"
            render={({ field }) => (
              <CodeInput
                {...field}
                onChange={(digits) => {
                  setResent(false);
                  field.onChange(digits);
                }}
                autoFocus
              />
            )}
          />
        </Field>
        <ExplainedButton
          type="submit"
          size="large"
          wide
          busy={busy}
          busyLabel={messages.verifying}
          disabled={verified}
          disabledReason={code.length !== CODE_LENGTH && `Enter all ${CODE_LENGTH} digits of the code.`}
        >
          Verify Email
        </ExplainedButton>
      </form>
      <Resend
        userId={userId}
        onSent={() => {
          forget();
          form.resetField('code', { defaultValue: '' });
          form.setFocus('code');
          setResent(true);
        }}
      />
      <p className="mt-8 border-t border-line pt-5 text-ui text-ink-2">
        Wrong address?{' '}
        <Link className="link" to={paths.register}>
          Register again
        </Link>
      </p>
    </>
  );
}

/** Resends the code; after one, the server asks for a pause, which is counted down here. */
function Resend({ userId, onSent }: { userId: string; onSent: () => void }) {
  const { resendVerification } = useAuth();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [wait, startWait] = useCooldown();
  const resend = async () => {
    if (busy || wait > 0) return;
    setBusy(true);
    setFailure(null);
    try {
      await resendVerification(userId);
      toast.success(messages.resendSuccess);
      startWait(RESEND_SECONDS);
      onSent();
    } catch (error) {
      const text = messageOf(error, messages.resendFailed);
      setFailure(text);
      toast.error(text);
      if (error instanceof ApiError && error.retryAfter) startWait(error.retryAfter);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ui text-ink-2">
        No email yet? Look in your spam folder, or
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          busyLabel={messages.resending}
          disabled={wait > 0}
          disabledReason={wait > 0 ? `A new code can be sent in ${wait} s` : undefined}
          onClick={() => void resend()}
        >
          Resend Code
        </Button>
      </p>
      {/* Seen, not announced: the button says it to who asks. */}
      {wait > 0 && <p className="text-sm text-ink-2">A new code can be sent in {wait} s.</p>}
      <FormMessage text={failure} />
    </div>
  );
}

function useCooldown(): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  const until = useRef(0);
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(
      () => setSeconds(Math.max(0, Math.ceil((until.current - Date.now()) / 1000))),
      500,
    );
    return () => clearInterval(timer);
  }, [isWaiting]);
  return [
    seconds,
    (length) => {
      until.current = Date.now() + length * 1000;
      setSeconds(length);
    },
  ];
}
