import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../../api/client.ts';
import { OtpForm } from '../../../../auth/OtpForm.tsx';
import { outside } from '../../../../paths.ts';
import { AddressText } from '../../../../ui/AddressText.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { formResolver } from '../../../../ui/form-resolver.ts';
import { PasswordInput } from '../../../../ui/inputs.tsx';
import { QrPlate } from '../../../../ui/QrPlate.tsx';
import { FormMessage } from '../../../auth/parts/FormMessage.tsx';
import { useSubmit } from '../../../auth/parts/useSubmit.ts';
import type { Profile } from '../useProfileChange.ts';

type Started = Pick<ResponseBody<'POST /profile/two-factor'>, 'secret' | 'uri'>;

type SetUpProps = {
  profile: Profile;
  onDone: (recoveryCodes: readonly string[], message: string) => void;
  onCancel: () => void;
};

/** The password, then the secret for the app, then the first code of it. */
export function SetUp({ profile, onDone, onCancel }: SetUpProps) {
  const [started, setStarted] = useState<Started | null>(null);
  return started ? (
    <Scan started={started} onDone={onDone} onCancel={onCancel} />
  ) : (
    <Password email={profile.email} onStarted={setStarted} onCancel={onCancel} />
  );
}

type PasswordProps = { email: string; onStarted: (started: Started) => void; onCancel: () => void };

function Password({ email, onStarted, onCancel }: PasswordProps) {
  const form = useForm({
    resolver: formResolver((forms) => forms.ownPasswordForm),
    defaultValues: { password: '' },
  });
  const { submit, failure, busy } = useSubmit(
    form,
    async (body) => onStarted(await call('POST /profile/two-factor', { body })),
    messages.twoFactorFailed,
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormMessage text={failure} />
      {/* Tells password managers whose password is meant. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label="Your password" error={form.formState.errors.password?.message}>
        <PasswordInput autoComplete="current-password" autoFocus {...form.register('password')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Continue
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type ScanProps = Omit<SetUpProps, 'profile'> & { started: Started };

function Scan({ started: { secret, uri }, onDone, onCancel }: ScanProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <ol className="flex flex-col gap-6">
      <li>
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          1. Add this account to your authenticator app
        </h3>
        <p className="mt-1 text-ink-2">Scan the code, or type the secret into the app.</p>
        <QrPlate text={uri} label="QR code for your authenticator app" />
        <div className="mt-3 flex items-start justify-between gap-3">
          <p className="min-w-0">
            <span className="label block">Secret</span>
            <AddressText address={secret} />
          </p>
          <CopyButton text={secret} label="Copy secret" />
        </div>
        <p className="mt-2 text-sm">
          <a className="link" href={outside(uri)}>
            Open in an app on this device
          </a>
        </p>
      </li>
      <li>
        <h3 className="mb-3 font-semibold">2. Enter the code that the app shows</h3>
        <OtpForm
          submitLabel="Turn On"
          fallback={messages.twoFactorFailed}
          appOnly
          work={async (otp) => {
            const answer = await call('POST /profile/two-factor/confirm', { body: { otp } });
            onDone(answer.recoveryCodes, answer.message);
          }}
        >
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </OtpForm>
      </li>
    </ol>
  );
}
