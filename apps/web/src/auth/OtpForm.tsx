import { messages } from '@firmament/contract/messages';
import { AUTHENTICATOR_CODE_LENGTH } from '@firmament/rules';
import { type ReactNode, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { FormMessage } from '../pages/auth/parts/FormMessage.tsx';
import { useSubmit } from '../pages/auth/parts/useSubmit.ts';
import { Button, type ButtonProps } from '../ui/Button.tsx';
import { CodeInput } from '../ui/CodeInput.tsx';
import { Field } from '../ui/Field.tsx';
import { formResolver } from '../ui/form-resolver.ts';
import { TextInput } from '../ui/inputs.tsx';

type OtpFormProps = {
  submitLabel: string;
  /** Said where the server says nothing. */
  fallback: string;
  work: (otp: string) => Promise<void>;
  /** While the app is being set up: there is no recovery code yet, and the field waits until the app shows a code. */
  appOnly?: boolean;
  variant?: ButtonProps['variant'];
  size?: ButtonProps['size'];
  wide?: boolean;
  id?: string;
  /** Buttons beside the first one. */
  children?: ReactNode;
};

/** One field for a code of the authenticator app, or for a recovery code in its place. A wrong one is taken out of the field. */
export function OtpForm(props: OtpFormProps) {
  const { submitLabel, fallback, work, appOnly = false, variant, size, wide, id, children } = props;
  const [byRecovery, setByRecovery] = useState(false);
  const form = useForm({
    resolver: formResolver((forms) => (byRecovery ? forms.otpForm : forms.authenticatorCodeForm)),
    defaultValues: { otp: '' },
  });
  const { submit, failure, busy } = useSubmit(
    form,
    async ({ otp }) => {
      try {
        await work(otp);
      } catch (error) {
        form.resetField('otp');
        form.setFocus('otp');
        throw error;
      }
    },
    fallback,
  );
  const change = () => {
    form.reset();
    setByRecovery(!byRecovery);
  };
  const error = form.formState.errors.otp?.message;
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormMessage text={failure} />
      {byRecovery ? (
        <Field label="Recovery code" hint="One of the ten that you kept. Each works once." error={error}>
          <TextInput
            key="recovery"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            autoFocus
            className="w-72 max-w-full font-mono"
            {...form.register('otp')}
          />
        </Field>
      ) : (
        <Field label="Code from your authenticator app" error={error}>
          <Controller
            control={form.control}
            name="otp"
            render={({ field }) => (
              <CodeInput {...field} length={AUTHENTICATOR_CODE_LENGTH} autoFocus={!appOnly} />
            )}
          />
        </Field>
      )}
      {!appOnly && (
        <button type="button" className="link self-start text-sm" onClick={change}>
          {byRecovery ? 'Use a code from the app' : 'Use a recovery code'}
        </button>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          busy={busy}
          busyLabel={messages.verifying}
          {...(variant ? { variant } : {})}
          {...(size ? { size } : {})}
          {...(wide ? { wide } : {})}
        >
          {submitLabel}
        </Button>
        {children}
      </div>
    </form>
  );
}
