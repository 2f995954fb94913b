import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { call } from '../../../../api/client.ts';
import { FEW_RECOVERY_CODES, recoveryCodesLeftText } from '../../../../auth/recovery-codes.ts';
import { isOwnPath, paths } from '../../../../paths.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button, buttonClass } from '../../../../ui/Button.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { Skeleton } from '../../../../ui/Spinner.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useFocusKept } from '../../../../ui/useFocusKept.ts';
import { DateTime } from '../../../../ui/Values.tsx';
import type { Profile } from '../useProfileChange.ts';

// Asked for by a press only.
const SetUp = lazy(async () => ({ default: (await import('./SetUp.tsx')).SetUp }));
const RecoveryCodes = lazy(async () => ({ default: (await import('./RecoveryCodes.tsx')).RecoveryCodes }));
const WithCode = lazy(async () => ({ default: (await import('./WithCode.tsx')).WithCode }));

type View =
  | { name: 'rest' }
  | { name: 'set-up' }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'renew' }
  | { name: 'turn off' };

const REST: View = { name: 'rest' };

/** Two-factor sign-in: set-up, recovery codes, turning it off. */
export function TwoFactorSection({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const [view, setView] = useState<View>(REST);
  const { on } = profile.twoFactor;
  const body = useFocusKept<HTMLDivElement>(view.name);
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['GET /profile'] }),
      queries.invalidateQueries({ queryKey: ['GET /profile/sessions'] }),
    ]);
  const showCodes = (codes: readonly string[], message: string) => {
    toast.success(message);
    setView({ name: 'codes', codes });
    void reload();
  };
  const rest = () => setView(REST);
  return (
    <Panel
      title="Two-factor sign-in"
      titleStyle="card"
      actions={on ? <Badge tone="gain">On</Badge> : <Badge>Off</Badge>}
    >
      <div ref={body} tabIndex={-1}>
        <Required profile={profile} />
        {view.name === 'rest' &&
          (on ? <On profile={profile} onView={setView} /> : <Off profile={profile} onView={setView} />)}
        <Suspense fallback={<Skeleton className="h-32 w-full" />}>
          {view.name === 'set-up' && <SetUp profile={profile} onDone={showCodes} onCancel={rest} />}
          {view.name === 'codes' && <RecoveryCodes codes={view.codes} email={profile.email} onDone={rest} />}
          {view.name === 'renew' && (
            <WithCode
              text="The ten codes you have now stop working at once."
              label="Make New Codes"
              onCancel={rest}
              work={async (otp) => {
                const answer = await call('POST /profile/two-factor/recovery-codes', { body: { otp } });
                showCodes(answer.recoveryCodes, answer.message);
              }}
            />
          )}
          {view.name === 'turn off' && (
            <WithCode
              text={
                profile.twoFactor.required
                  ? 'Your password alone signs you in then, and the Admin Panel stays closed to you until you turn it on again.'
                  : 'Your password alone signs you in then.'
              }
              label="Turn Off"
              danger
              onCancel={rest}
              work={async (otp) => {
                const { message } = await call('POST /profile/two-factor/disable', { body: { otp } });
                toast.success(message);
                await reload();
                rest();
              }}
            />
          )}
        </Suspense>
      </div>
    </Panel>
  );
}

const originIn = (state: unknown): string | null => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return isOwnPath(from) && from.startsWith(paths.admin) ? from : null;
};

/** Why an administrator was led here, and the way back once it is on. */
function Required({ profile }: { profile: Profile }) {
  const from = originIn(useLocation().state);
  const { on, required } = profile.twoFactor;
  if (!required || (on && from === null)) return null;
  if (on) {
    return (
      <Notice
        tone="success"
        className="mb-5"
        action={
          <Link to={from ?? paths.admin} className={buttonClass({ size: 'small' })}>
            Go on
          </Link>
        }
      >
        The Admin Panel is open to you now.
      </Notice>
    );
  }
  return (
    <Notice tone="warn" className="mb-5" title="Needed for the Admin Panel">
      This firm asks its administrators for two-factor sign-in. Set it up here; the Admin Panel opens as soon
      as it is on. Your trader area is not affected.
    </Notice>
  );
}

type ViewProps = { profile: Profile; onView: (view: View) => void };

function Off({ profile, onView }: ViewProps) {
  return (
    <>
      <p className="text-ink-2">
        Besides your password, signing in then asks for a code that an app on your phone shows. Nobody gets in
        with a stolen password alone.
      </p>
      <Button
        className="mt-4"
        disabledReason={!profile.emailVerified && messages.emailNotVerified}
        onClick={() => onView({ name: 'set-up' })}
      >
        Set Up Two-Factor
      </Button>
    </>
  );
}

function On({ profile, onView }: ViewProps) {
  const { since, recoveryCodesLeft } = profile.twoFactor;
  return (
    <>
      <p className="text-ink-2">
        Signing in asks for a code of your authenticator app
        {since && (
          <>
            {' '}
            since <DateTime value={since} style="date" />
          </>
        )}
        .
      </p>
      {recoveryCodesLeft <= FEW_RECOVERY_CODES ? (
        <Notice tone="warn" className="mt-4">
          {recoveryCodesLeftText(recoveryCodesLeft)}
        </Notice>
      ) : (
        <p className="mt-1 text-ink-2">{recoveryCodesLeftText(recoveryCodesLeft)}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onView({ name: 'renew' })}>
          New Recovery Codes
        </Button>
        <Button variant="danger" onClick={() => onView({ name: 'turn off' })}>
          Turn Off
        </Button>
      </div>
    </>
  );
}
