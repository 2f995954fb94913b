import { messages } from '@firmament/contract/messages';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAuth } from '../../auth/AuthProvider.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { formResolver } from '../../ui/form-resolver.ts';
import { Checkbox, EmailInput, PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toast.ts';
import { AuthHeading } from './parts/AuthHeading.tsx';
import { FormMessage } from './parts/FormMessage.tsx';
import { useSubmit } from './parts/useSubmit.ts';

export function Component() {
  const auth = useAuth();
  const navigate = useNavigate();
  const location = useLocation();
  const form = useForm({
    resolver: formResolver((forms) => forms.registerForm),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '', terms: false },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const { submit, failure, busy } = useSubmit(
    form,
    async ({ name, email, password }) => {
      const userId = await auth.register({ name, email, password });
      toast.success(messages.registrationSuccess);
      navigate(paths.verifyEmail(userId), { state: { ...location.state, email } });
    },
    messages.registrationFailed,
    messages.registrationFailedShort,
  );
  return (
    <>
      <AuthHeading title="Create your account">One account for every evaluation you take.</AuthHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormMessage text={failure} />
        <Field label="Full name" error={errors.name?.message} required>
          <TextInput autoComplete="name" {...form.register('name')} />
        </Field>
        <Field
          label="Email"
          error={errors.email?.message}
          hint="We send a 4-digit code to this address."
          required
        >
          <EmailInput autoComplete="username" {...form.register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message} hint="At least 6 characters." required>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="Confirm password" error={errors.confirmPassword?.message} required>
          <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
        </Field>
        <Checkbox
          error={errors.terms?.message}
          label={
            <>
              I accept the <Text to={paths.terms}>Terms of Service</Text> and the{' '}
              <Text to={paths.privacy}>Privacy Policy</Text>
            </>
          }
          {...form.register('terms')}
        />
        <Button type="submit" size="large" wide busy={busy} busyLabel={messages.creatingAccount}>
          Create Account
        </Button>
      </form>
      <SocialSignUp />
      <p className="mt-8 border-t border-line pt-5 text-ui text-ink-2">
        Already registered?{' '}
        <Link className="link" to={paths.login} state={location.state}>
          Log in
        </Link>
      </p>
    </>
  );
}

const NOT_YET = 'Not available yet. Please use your email address.';

/** A text to be accepted; it opens beside the form, which keeps what was typed. */
function Text({ to, children }: { to: string; children: string }) {
  return (
    <Link className="link" to={to} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}

/** Placeholders (specification section 2): they say that they do nothing yet, and do nothing. */
function SocialSignUp() {
  return (
    <div className="mt-8">
      <div className="grid grid-cols-2 gap-3">
        {['Google', 'GitHub'].map((provider) => (
          <Button key={provider} variant="secondary" disabled disabledReason={NOT_YET}>
            Sign up with {provider}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-2">{NOT_YET}</p>
    </div>
  );
}
