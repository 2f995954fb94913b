import { messages } from '@firmament/contract/messages';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router';
import { useAuth } from '../../auth/AuthProvider.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { formResolver } from '../../ui/form-resolver.ts';
import { PasswordInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toast.ts';
import { AuthHeading } from './parts/AuthHeading.tsx';
import { FormMessage } from './parts/FormMessage.tsx';
import { useSubmit } from './parts/useSubmit.ts';

export function Component() {
  const { resetToken } = useParams();
  const auth = useAuth();
  const navigate = useNavigate();
  const form = useForm({
    resolver: formResolver((forms) => forms.resetPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const { submit, failure, busy } = useSubmit(
    form,
    async ({ password }) => {
      await auth.resetPassword({ resetToken, password });
      toast.success(messages.resetSuccess);
      navigate(paths.login, { replace: true });
    },
    messages.resetLinkInvalid,
    messages.resetFailed,
  );
  return (
    <>
      <AuthHeading title="Choose a new password">
        All your devices are signed out when it changes.
      </AuthHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormMessage text={resetToken ? failure : messages.resetTokenInvalid} />
        <Field label="New password" error={errors.password?.message} hint="At least 6 characters." required>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="Confirm new password" error={errors.confirmPassword?.message} required>
          <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
        </Field>
        <Button
          type="submit"
          size="large"
          wide
          busy={busy}
          busyLabel={messages.resetting}
          disabledReason={!resetToken && messages.resetTokenInvalid}
        >
          Reset Password
        </Button>
      </form>
      <p className="mt-8 border-t border-line pt-5 text-ui text-ink-2">
        Link expired?{' '}
        <Link className="link" to={paths.forgotPassword}>
          Ask for a new one
        </Link>
      </p>
    </>
  );
}
