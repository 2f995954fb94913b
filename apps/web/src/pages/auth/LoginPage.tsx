import { messages } from '@firmament/contract/messages';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { useFirm } from '../../api/firm.ts';
import { type SignedIn, useAuth } from '../../auth/AuthProvider.tsx';
import { FEW_RECOVERY_CODES, recoveryCodesLeftText } from '../../auth/recovery-codes.ts';
import { readPendingToken, storePendingToken } from '../../auth/second-step.ts';
import { destinationAfterLogin } from '../../guards/origin.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { formResolver } from '../../ui/form-resolver.ts';
import { Checkbox, EmailInput, PasswordInput } from '../../ui/inputs.tsx';
import { Loading } from '../../ui/Spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { AuthHeading } from './parts/AuthHeading.tsx';
import { DemoLogins } from './parts/DemoLogins.tsx';
import { FormMessage } from './parts/FormMessage.tsx';
import { SessionEnded } from './parts/SessionEnded.tsx';
import { useSubmit } from './parts/useSubmit.ts';

const SecondStep = lazy(async () => ({ default: (await import('./parts/SecondStep.tsx')).SecondStep }));

/** Says that the sign-in worked, and goes on to where the user wanted to be. */
function useArrival(): (signedIn: SignedIn) => void {
  const navigate = useNavigate();
  const location = useLocation();
  return ({ user, hasActiveAccount }) => {
    toast.success(messages.loginSuccess);
    if (user.emailVerified)
      navigate(destinationAfterLogin(location.state, hasActiveAccount), { replace: true });
    else navigate(paths.verifyEmail(user._id), { replace: true, state: { email: user.email } });
  };
}

export function Component() {
  const { enter } = useAuth();
  const arrive = useArrival();
  const [token, setToken] = useState(readPendingToken);
  const [notice, setNotice] = useState<string | null>(null);
  if (token === null) {
    const open = (pending: string) => {
      storePendingToken(pending);
      setToken(pending);
    };
    return <FirstStep notice={notice} onStepOpen={open} />;
  }
  return (
    <Suspense fallback={<Loading>{messages.signingIn}</Loading>}>
      <SecondStep
        token={token}
        onDone={async (left) => {
          arrive(await enter(token));
          if (left <= FEW_RECOVERY_CODES) toast(recoveryCodesLeftText(left));
        }}
        onBack={(text) => {
          setNotice(text);
          setToken(null);
        }}
      />
    </Suspense>
  );
}

function FirstStep({ notice, onStepOpen }: { notice: string | null; onStepOpen: (token: string) => void }) {
  const auth = useAuth();
  const arrive = useArrival();
  const location = useLocation();
  const { demo } = useFirm();
  const form = useForm({
    resolver: formResolver((forms) => forms.loginForm),
    defaultValues: { email: '', password: '', rememberMe: false },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const { submit, failure, busy } = useSubmit(
    form,
    async ({ email, password }) => {
      const signedIn = await auth.login({ email, password });
      if (typeof signedIn === 'string') onStepOpen(signedIn);
      else arrive(signedIn);
    },
    messages.loginFailed,
  );
  return (
    <>
      <AuthHeading title="Log in">Your accounts, their room and their target.</AuthHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <SessionEnded />
        <FormMessage text={failure ?? notice} />
        <Field label="Email" error={errors.email?.message} required>
          <EmailInput autoComplete="username" {...form.register('email')} />
        </Field>
        <Field
          label="Password"
          error={errors.password?.message}
          required
          aside={
            <Link className="link" to={paths.forgotPassword}>
              Forgot password?
            </Link>
          }
        >
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Checkbox label="Remember me" {...form.register('rememberMe')} />
        <Button type="submit" size="large" wide busy={busy} busyLabel={messages.signingIn}>
          Log in
        </Button>
      </form>
      <p className="mt-8 border-t border-line pt-5 text-ui text-ink-2">
        New here?{' '}
        <Link className="link" to={paths.register} state={location.state}>
          Create an account
        </Link>
      </p>
      {demo && demo.length > 0 && (
        <DemoLogins
          logins={demo}
          onChoose={({ email, password }) => {
            form.reset({ email, password, rememberMe: false });
            form.setFocus('email');
          }}
        />
      )}
    </>
  );
}
