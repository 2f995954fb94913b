import { messages } from '@firmament/contract/messages';
import { useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { call } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { formResolver } from '../../ui/form-resolver.ts';
import { EmailInput, PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toast.ts';
import { AuthHeading } from './parts/AuthHeading.tsx';
import { FormMessage } from './parts/FormMessage.tsx';
import { useSubmit } from './parts/useSubmit.ts';

export function Component() {
  const { setupToken = '' } = useParams();
  const navigate = useNavigate();
  const form = useForm({
    resolver: formResolver((forms) => forms.setupForm),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const { submit, failure, busy } = useSubmit(
    form,
    async ({ name, email, password }) => {
      await call('POST /auth/setup/{setupToken}', {
        params: { setupToken },
        body: { name, email, password },
      });
      toast.success(messages.setupSuccess);
      navigate(paths.login, { replace: true });
    },
    messages.registrationFailed,
  );
  return (
    <>
      <AuthHeading title="Create the first administrator">
        This link works once. Whoever uses it runs the firm’s back office.
      </AuthHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormMessage text={failure} />
        <Field label="Full name" error={errors.name?.message} required>
          <TextInput autoComplete="name" {...form.register('name')} />
        </Field>
        <Field label="Email" error={errors.email?.message} required>
          <EmailInput autoComplete="username" {...form.register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message} hint="At least 6 characters." required>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="Confirm password" error={errors.confirmPassword?.message} required>
          <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
        </Field>
        <Button type="submit" size="large" wide busy={busy} busyLabel={messages.creatingAccount}>
          Create Account
        </Button>
      </form>
    </>
  );
}
