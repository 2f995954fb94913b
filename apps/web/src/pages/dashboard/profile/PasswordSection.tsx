import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { formResolver } from '../../../ui/form-resolver.ts';
import { PasswordInput } from '../../../ui/inputs.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { useUnsavedForm } from '../../../unsaved/useUnsavedForm.ts';
import { FormMessage } from '../../auth/parts/FormMessage.tsx';
import { useSubmit } from '../../auth/parts/useSubmit.ts';

export function PasswordSection() {
  const queries = useQueryClient();
  const form = useForm({
    resolver: formResolver((forms) => forms.changePasswordForm),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  useUnsavedForm(form, 'password', ['currentPassword', 'password', 'confirmPassword']);
  const { submit, failure, busy } = useSubmit(
    form,
    async ({ currentPassword, password }) => {
      const { message } = await call('POST /profile/password', {
        body: { currentPassword, newPassword: password },
      });
      form.reset();
      toast.success(message);
      await queries.invalidateQueries({ queryKey: ['GET /profile/sessions'] });
    },
    messages.userUpdateFailed,
  );
  return (
    <Panel title="Password" titleStyle="card">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormMessage text={failure} />
        <Field label="Current password" error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </Field>
        <Field
          label="New password"
          error={errors.password?.message}
          hint="At least 6 characters. All other devices are signed out."
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="Confirm new password" error={errors.confirmPassword?.message}>
          <PasswordInput autoComplete="new-password" {...form.register('confirmPassword')} />
        </Field>
        <Button type="submit" className="self-start" busy={busy}>
          Change Password
        </Button>
      </form>
    </Panel>
  );
}
