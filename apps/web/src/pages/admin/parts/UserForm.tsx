import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { ApiError, call } from '../../../api/client.ts';
import { userQuery } from '../../../api/page-queries.ts';
import { useAuth } from '../../../auth/AuthProvider.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { formResolver } from '../../../ui/form-resolver.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { Checkbox, EmailInput, TextInput } from '../../../ui/inputs.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { seeRefused, showRefusals } from '../../../ui/refusals.ts';
import type { Texts } from './conflict/typed.ts';
import { useFormConflict } from './conflict/useFormConflict.tsx';
import { useVersionedForm } from './conflict/useVersionedForm.ts';
import { InlineFeedback, useAction } from './feedback.tsx';

type User = ResponseBody<'GET /admin/users/{id}'>;
type Values = { name: string; email: string; isAdmin: boolean };

const valuesOf = (user: User): Values => ({
  name: user.name,
  email: user.email,
  isAdmin: user.role === 'admin',
});

const textsOf = ({ name, email, isAdmin }: Values): Texts => ({
  Name: name,
  Email: email,
  'Is Admin': isAdmin ? 'Yes' : 'No',
});

/** Name, e-mail address and role; user id and registration date to read. */
export function UserForm({ user }: { user: User }) {
  const { user: self } = useAuth();
  const { action, form, submit, giveUp, conflict } = useUserForm(user);
  const { register, formState } = form;
  const goBack = useGoBack(paths.adminUsers);
  const closed = user.closed ? messages.userClosed : undefined;
  return (
    <Panel title="Details">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {conflict}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" error={formState.errors.name?.message} required>
            <TextInput autoComplete="off" readOnly={user.closed} {...register('name')} />
          </Field>
          <Field label="Email" error={formState.errors.email?.message} required>
            <EmailInput autoComplete="off" readOnly={user.closed} {...register('email')} />
          </Field>
          <Field label="User ID">
            <TextInput readOnly value={user._id} className="font-mono text-sm!" />
          </Field>
          <Field label="Registration Date">
            <TextInput readOnly value={formatDateTime(user.createdAt)} />
          </Field>
        </div>
        <div>
          <Checkbox label="Is Admin" {...register('isAdmin')} aria-describedby="is-admin-hint" />
          <p id="is-admin-hint" className="ps-7 text-sm text-ink-2">
            {self?._id === user._id
              ? 'This is you: without the role you are signed out and cannot come back here.'
              : 'Administrators may do everything here. A changed role signs the user out.'}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={action.busy} disabledReason={closed}>
            Save
          </Button>
          <Button
            variant="secondary"
            onClick={() => {
              giveUp();
              goBack();
            }}
          >
            Cancel
          </Button>
          <InlineFeedback feedback={action.feedback} />
        </div>
      </form>
    </Panel>
  );
}

function useUserForm(user: User) {
  const client = useQueryClient();
  const edited = useVersionedForm({
    stored: user,
    valuesOf,
    name: `user ${user._id}`,
    resolver: formResolver((forms) => forms.userForm),
  });
  const { form, base, startFrom, giveUp } = edited;
  const query = userQuery(user._id);
  const action = useAction({
    run: ({ values: { name, email, isAdmin }, version }: { values: Values; version: number }) =>
      call('PUT /admin/users/{id}', {
        params: { id: user._id },
        body: { name, email, role: isAdmin ? 'admin' : 'user' },
        ifMatch: version,
      }),
    success: () => messages.userUpdated,
    failure: messages.userUpdateFailed,
    onDone: ({ user: saved }) => {
      client.setQueryData(query.queryKey, saved);
      startFrom(saved);
      void client.invalidateQueries({ queryKey: ['GET /admin/users'] });
    },
    meet: async (error) =>
      (await conflict.meet(error)) ||
      (error instanceof ApiError &&
        showRefusals(form, error.code === 'email_taken' ? { email: error.message } : error.fields)),
  });
  const save = (values: Values, version: number) => action.act({ values, version });
  const conflict = useFormConflict({
    edited,
    valuesOf,
    textsOf,
    read: () => client.fetchQuery({ ...query, staleTime: 0 }),
    save,
  });
  const submit = form.handleSubmit((values) => save(values, base.version), seeRefused);
  return { form, action, submit, giveUp, conflict: conflict.notice };
}

/** Back in history; where the page was opened directly, to the list. */
function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(otherwise) : navigate(-1));
}
