import { messages } from '@firmament/contract/messages';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { ExplainedButton } from '../../../ui/ExplainedButton.tsx';
import { Field } from '../../../ui/Field.tsx';
import { formResolver } from '../../../ui/form-resolver.ts';
import { TextInput } from '../../../ui/inputs.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useUnsavedForm } from '../../../unsaved/useUnsavedForm.ts';
import { FormMessage } from '../../auth/parts/FormMessage.tsx';
import { useSubmit } from '../../auth/parts/useSubmit.ts';
import { type Profile, useProfileChange } from './useProfileChange.ts';

export function NameSection({ profile }: { profile: Profile }) {
  const accept = useProfileChange();
  const form = useForm({
    resolver: formResolver((forms) => forms.nameForm),
    values: { name: profile.name },
    mode: 'onTouched',
  });
  useUnsavedForm(form, 'name');
  const { submit, failure, busy } = useSubmit(
    form,
    async ({ name }) => accept(await call('PATCH /profile', { body: { name } })),
    messages.userUpdateFailed,
  );
  return (
    <Panel title="Name" titleStyle="card">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormMessage text={failure} />
        <Field label="Full name" error={form.formState.errors.name?.message}>
          <TextInput autoComplete="name" {...form.register('name')} />
        </Field>
        <ExplainedButton
          type="submit"
          busy={busy}
          disabledReason={!form.formState.isDirty && 'Change the name to save it.'}
        >
          Save Name
        </ExplainedButton>
      </form>
    </Panel>
  );
}
