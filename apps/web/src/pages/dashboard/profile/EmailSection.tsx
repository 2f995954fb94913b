import { messages } from '@firmament/contract/messages';
import { CODE_LENGTH } from '@firmament/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { call } from '../../../api/client.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CodeInput } from '../../../ui/CodeInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { formResolver } from '../../../ui/form-resolver.ts';
import { EmailInput, PasswordInput } from '../../../ui/inputs.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFocusKept } from '../../../ui/useFocusKept.ts';
import { useUnsavedForm } from '../../../unsaved/useUnsavedForm.ts';
import { FormMessage } from '../../auth/parts/FormMessage.tsx';
import { useSubmit } from '../../auth/parts/useSubmit.ts';
import { type Profile, useProfileChange } from './useProfileChange.ts';

/** The address; changing it takes the password and a code sent to the new one. */
export function EmailSection({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false);
  const body = useFocusKept<HTMLDivElement>(`${changing} ${profile.pendingEmail}`);
  return (
    <Panel title="Email" titleStyle="card">
      <div ref={body} tabIndex={-1}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium [overflow-wrap:anywhere]">{profile.email}</span>
          {profile.emailVerified ? (
            <Badge tone="gain">Verified</Badge>
          ) : (
            <Link className="link" to={paths.verifyEmail(profile._id)} state={{ email: profile.email }}>
              Verify this address
            </Link>
          )}
        </p>
        {profile.pendingEmail && <ConfirmEmail address={profile.pendingEmail} />}
        {profile.emailVerified && !changing && (
          <Button variant="secondary" className="mt-4" onClick={() => setChanging(true)}>
            Change Email
          </Button>
        )}
        {changing && <AskForEmail onDone={() => setChanging(false)} />}
      </div>
    </Panel>
  );
}

function AskForEmail({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  const form = useForm({
    resolver: formResolver((forms) => forms.changeEmailForm),
    defaultValues: { email: '', password: '' },
    mode: 'onTouched',
  });
  useUnsavedForm(form, 'email', ['password']);
  const { errors } = form.formState;
  const { submit, failure, busy } = useSubmit(
    form,
    async (body) => {
      const { message } = await call('POST /profile/email', { body });
      await queries.invalidateQueries({ queryKey: ['GET /profile'] });
      toast.success(message);
      onDone();
    },
    messages.userUpdateFailed,
  );
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4 border-t border-line pt-5">
      <FormMessage text={failure} />
      <Field label="New email" error={errors.email?.message}>
        <EmailInput autoFocus {...form.register('email')} />
      </Field>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel={messages.sending}>
          Send Code
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function ConfirmEmail({ address }: { address: string }) {
  const accept = useProfileChange();
  const form = useForm({ resolver: formResolver((forms) => forms.codeForm), defaultValues: { code: '' } });
  const { submit, failure, busy } = useSubmit(
    form,
    async (body) => accept(await call('POST /profile/email/confirm', { body })),
    messages.verificationFailed,
  );
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4 border-t border-line pt-5">
      <FormMessage text={failure} />
      <Field
        label="Verification code"
        hint={`We sent a ${CODE_LENGTH}-digit code to ${address}.`}
        error={form.formState.errors.code?.message}
      >
        <Controller control={form.control} name="code" render={({ field }) => <CodeInput {...field} />} />
      </Field>
      <Button type="submit" className="self-start" busy={busy} busyLabel={messages.verifying}>
        Confirm Email
      </Button>
    </form>
  );
}
