import { messages } from '@firmament/contract/messages';
import { type Ref, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { useAuth } from '../../auth/AuthProvider.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { formResolver } from '../../ui/form-resolver.ts';
import { EmailInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toast.ts';
import { useFocusKept } from '../../ui/useFocusKept.ts';
import { AuthHeading } from './parts/AuthHeading.tsx';
import { FormMessage } from './parts/FormMessage.tsx';
import { useSubmit } from './parts/useSubmit.ts';

export function Component() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const title = useFocusKept<HTMLHeadingElement>(sentTo);
  if (sentTo === null) return <AskForLink onSent={setSentTo} />;
  return <CheckYourEmail address={sentTo} title={title} />;
}

function AskForLink({ onSent }: { onSent: (address: string) => void }) {
  const { forgotPassword } = useAuth();
  const form = useForm({
    resolver: formResolver((forms) => forms.forgotPasswordForm),
    defaultValues: { email: '' },
    mode: 'onTouched',
  });
  const { submit, failure, busy } = useSubmit(
    form,
    async ({ email }) => {
      await forgotPassword(email);
      toast.success(messages.forgotSuccess);
      onSent(email);
    },
    messages.forgotFailed,
    messages.forgotFailedShort,
  );
  return (
    <>
      <AuthHeading title="Forgot your password?">
        Enter your email address, and we send you a link to choose a new one.
      </AuthHeading>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormMessage text={failure} />
        <Field label="Email" error={form.formState.errors.email?.message} required>
          <EmailInput autoComplete="username" {...form.register('email')} />
        </Field>
        <Button type="submit" size="large" wide busy={busy} busyLabel={messages.sending}>
          Send Reset Instructions
        </Button>
      </form>
      <p className="mt-8 border-t border-line pt-5 text-ui">
        <Link className="link" to={paths.login}>
          Back to Login
        </Link>
      </p>
    </>
  );
}

function CheckYourEmail({ address, title }: { address: string; title: Ref<HTMLHeadingElement> }) {
  return (
    <>
      <AuthHeading title="Check your email" ref={title}>
        If <strong className="font-medium text-ink [overflow-wrap:anywhere]">{address}</strong> is registered,
        an email with a link is on its way. The link works once, for 30 minutes.
      </AuthHeading>
      <p role="status" className="sr-only">
        {messages.forgotSuccess}
      </p>
      <Link to={paths.login} className={buttonClass({ size: 'large', wide: true })}>
        Back to Login
      </Link>
    </>
  );
}
