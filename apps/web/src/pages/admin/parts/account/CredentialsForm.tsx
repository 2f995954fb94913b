import { messages } from '@firmament/contract/messages';
import { can, isLogin } from '@firmament/rules';
import { type ClipboardEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError, call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { PasswordInput, TextInput } from '../../../../ui/inputs.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useUnsavedForm } from '../../../../unsaved/useUnsavedForm.ts';
import { factsOf, reasonOf, type TradingAccount } from '../accounts.ts';
import { InlineFeedback } from '../feedback.tsx';
import { Assigned } from './Assigned.tsx';
import { useArrival } from './arrival.ts';
import { type Credentials, splitCredentials } from './credentials-paste.ts';
import { useAccountAction } from './useAccountAction.ts';

const EMPTY: Credentials = { accountNumber: '', password: '', server: '' };
const NAMES: Readonly<Record<keyof Credentials, string>> = {
  accountNumber: 'account number',
  password: 'password',
  server: 'server',
};
const FIELDS = ['accountNumber', 'password', 'server'] as const;

/** Account number, password and server; three pasted lines fill all of them. */
export function CredentialsForm({ account }: { account: TradingAccount }) {
  const form = useForm<Credentials>({ defaultValues: EMPTY });
  useUnsavedForm(form, `credentials ${account._id}`, ['password']);
  const { action, submit } = useAssign(account, form);
  const { pasted, onPaste } = useSmartPaste(form);
  const { errors } = form.formState;
  const first = useRef<HTMLInputElement | null>(null);
  useArrival('credentials', first);
  const number = form.register('accountNumber');
  const held = account.accountNumber !== null;
  return (
    <Panel title="Assign MT5 credentials" className="no-print">
      <Assigned account={account} />
      <form onSubmit={submit} onPaste={onPaste} noValidate className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Account Number" error={errors.accountNumber?.message} required>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              {...number}
              ref={(element) => {
                number.ref(element);
                first.current = element;
              }}
            />
          </Field>
          <Field label="Password" error={errors.password?.message} required>
            <PasswordInput autoComplete="new-password" {...form.register('password')} />
          </Field>
          <Field label="Server" error={errors.server?.message} required>
            <TextInput autoComplete="off" spellCheck={false} {...form.register('server')} />
          </Field>
        </div>
        <p role="status" className="text-sm text-ink-2">
          {pasted || 'Paste all three at once: lines in any order, with or without labels.'}
        </p>
        {errors.root && (
          <Notice tone="error" role="alert">
            {errors.root.message}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant={held ? 'secondary' : 'primary'}
            busy={action.busy}
            disabledReason={reasonOf(can.assignCredentials(factsOf(account)))}
          >
            Assign MT5 Credentials
          </Button>
          <InlineFeedback feedback={action.feedback} />
        </div>
      </form>
    </Panel>
  );
}

function useAssign(account: TradingAccount, form: UseFormReturn<Credentials>) {
  const action = useAccountAction({
    account,
    wanted: ({ accountNumber, server }: Credentials) => ({ accountNumber, server }),
    run: async (body: Credentials, ifMatch) => {
      try {
        return await call('POST /admin/accounts/{id}/assign-mt5', {
          params: { id: account._id },
          body,
          ifMatch,
        });
      } catch (error) {
        const named = error instanceof ApiError && /^login_/.test(error.code) ? error.message : undefined;
        if (named) form.setError('accountNumber', { message: named }, { shouldFocus: true });
        throw error;
      }
    },
    success: messages.credentialsAssigned,
    failure: messages.credentialsFailed,
    onDone: () => form.reset(EMPTY),
  });
  const submit = form.handleSubmit((typed) => {
    const body = {
      accountNumber: typed.accountNumber.trim(),
      password: typed.password,
      server: typed.server.trim(),
    };
    const missing = FIELDS.find((name) => body[name] === '');
    if (missing) {
      form.setError('root', { message: messages.mt5CredentialsRequired });
      form.setFocus(missing);
      toast.error(messages.mt5CredentialsRequired);
    } else if (!isLogin(body.accountNumber)) {
      form.setError('accountNumber', { message: messages.mt5LoginInvalid }, { shouldFocus: true });
    } else {
      action.act(body);
    }
  });
  return { action, submit };
}

/** A password is told by its length alone. */
const hidden = (password = ''): string =>
  `(${password.length} ${password.length === 1 ? 'character' : 'characters'})`;

/** Splits a pasted list, and says what went where. */
function useSmartPaste(form: UseFormReturn<Credentials>) {
  const [pasted, setPasted] = useState('');
  const onPaste = (event: ClipboardEvent) => {
    const found = splitCredentials(event.clipboardData.getData('text'));
    if (!found) return;
    event.preventDefault();
    const filled = FIELDS.filter((name) => found[name] !== undefined);
    for (const name of filled) form.setValue(name, found[name] ?? '', { shouldDirty: true });
    form.clearErrors();
    const places = new Intl.ListFormat('en').format(
      filled.map((name) => `${NAMES[name]} ${name === 'password' ? hidden(found[name]) : found[name]}`),
    );
    setPasted(`Pasted: ${places}.`);
  };
  return { pasted, onPaste };
}
