import { messages } from '@firmament/contract/messages';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { call, messageOf } from '../../../api/client.ts';
import { useAuth } from '../../../auth/AuthProvider.tsx';
import { leaveByChoice } from '../../../guards/origin.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { ExplainedButton } from '../../../ui/ExplainedButton.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PasswordInput } from '../../../ui/inputs.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import { FormMessage } from '../../auth/parts/FormMessage.tsx';

const save = (data: unknown): void =>
  saveFile('my-data.json', 'application/json', JSON.stringify(data, null, 2));

/** Export of the own data, and closing the account. */
export function OwnData() {
  const exporting = useMutation({
    mutationFn: () => call('GET /profile/export'),
    onSuccess: save,
    onError: (error) => toast.error(messageOf(error, messages.userFetchFailed)),
  });
  return (
    <>
      <Panel title="Your data" titleStyle="card">
        <p className="text-ink-2">
          Everything we hold about you: profile, accounts, history and devices, as one file.
        </p>
        <Button
          variant="secondary"
          className="mt-4"
          busy={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Export My Data
        </Button>
      </Panel>
      <CloseAccount />
    </>
  );
}

function CloseAccount() {
  const { logout } = useAuth();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const closing = useMutation({
    mutationFn: () => call('POST /profile/close', { body: { password } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      leaveByChoice();
      logout();
      void navigate(paths.home);
    },
  });
  const close = (event: FormEvent) => {
    event.preventDefault();
    if (closing.isPending) return;
    if (window.confirm('Close your account? You are signed out everywhere and cannot sign in again.'))
      closing.mutate();
  };
  return (
    <Panel title="Close your account" titleStyle="card" tone="loss">
      <form noValidate onSubmit={close} className="flex flex-col gap-4">
        <p className="text-ink-2">
          You are signed out everywhere and cannot sign in again. Your orders and payments are kept as the law
          asks.
        </p>
        <FormMessage text={closing.isError ? messageOf(closing.error, messages.userUpdateFailed) : null} />
        <Field label="Your password">
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <ExplainedButton
          type="submit"
          variant="danger"
          busy={closing.isPending}
          disabledReason={password === '' && 'Enter your password to close the account.'}
        >
          Close Account
        </ExplainedButton>
      </form>
    </Panel>
  );
}
