import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { userQuery } from '../../../api/page-queries.ts';
import { useAuth } from '../../../auth/AuthProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DefinitionList, Panel } from '../../../ui/Panel.tsx';
import { DateTime } from '../../../ui/Values.tsx';
import { InlineFeedback, useAction } from './feedback.tsx';

type User = ResponseBody<'GET /admin/users/{id}'>;

const stateOf = (user: User): string => {
  if (user.closed) return 'Closed by the user';
  if (user.disabled) return 'Disabled';
  return user.emailVerified ? 'Active' : 'Email not verified';
};

type Deed = 'disable' | 'enable' | 'reset-two-factor';

function useAccessAction(user: User) {
  const client = useQueryClient();
  return useAction({
    run: (deed: Deed) => call(`POST /admin/users/{id}/${deed}`, { params: { id: user._id } }),
    success: (answer) => answer.message,
    failure: messages.userUpdateFailed,
    onDone: ({ user: saved }) => {
      client.setQueryData(userQuery(user._id).queryKey, saved);
      void client.invalidateQueries({ queryKey: ['GET /admin/users'] });
    },
  });
}

/** Whether the user may sign in and how, and the switches for it. */
export function UserAccess({ user }: { user: User }) {
  const action = useAccessAction(user);
  const disable = () => {
    const question = `Disable ${user.name} (${user.email})?\n\nThe user is signed out everywhere and cannot sign in until enabled again.`;
    if (window.confirm(question)) action.act('disable');
  };
  return (
    <Panel title="Access">
      <DefinitionList
        className="-mt-2.5"
        items={[
          { key: 'state', term: 'State', value: stateOf(user) },
          { key: 'role', term: 'Role', value: user.role === 'admin' ? 'Admin' : 'User' },
          { key: 'verified', term: 'Email verified', value: user.emailVerified ? 'Yes' : 'No' },
          { key: 'two-factor', term: 'Two-factor sign-in', value: user.twoFactor ? 'On' : 'Off' },
          { key: 'accounts', term: 'Trading accounts', value: user.accounts },
          { key: 'since', term: 'Registered', value: <DateTime value={user.createdAt} style="date" /> },
        ]}
      />
      <div className="mt-4 flex flex-col gap-2">
        {user.disabled ? (
          <Button
            variant="secondary"
            busy={action.busy}
            disabledReason={user.closed && messages.userClosed}
            onClick={() => action.act('enable')}
          >
            Enable
          </Button>
        ) : (
          <Button
            variant="danger"
            busy={action.busy}
            disabledReason={user.closed && messages.userClosed}
            onClick={disable}
          >
            Disable
          </Button>
        )}
        <InlineFeedback feedback={action.feedback} />
      </div>
      <TwoFactorReset user={user} />
    </Panel>
  );
}

const reasonNotTo = (user: User, selfId: string | undefined): string | false => {
  if (user.closed) return messages.userClosed;
  if (!user.twoFactor) return messages.twoFactorNotOn;
  return user._id === selfId && 'This is you: turn it off in Manage Profile';
};

/** For a user who lost both the app and the recovery codes. */
function TwoFactorReset({ user }: { user: User }) {
  const { user: self } = useAuth();
  const action = useAccessAction(user);
  const reset = () => {
    const question = `Reset two-factor sign-in of ${user.name} (${user.email})?\n\nMake sure that it is really they who ask: the password alone signs in afterwards. The user is signed out everywhere and told by mail.`;
    if (window.confirm(question)) action.act('reset-two-factor');
  };
  return (
    <div className="mt-4 flex flex-col gap-2 border-t border-line pt-4">
      <Button
        variant="danger"
        busy={action.busy}
        disabledReason={reasonNotTo(user, self?._id)}
        onClick={reset}
      >
        Reset Two-Factor
      </Button>
      <p className="text-sm text-ink-2">For a user who lost the authenticator app and the recovery codes.</p>
      <InlineFeedback feedback={action.feedback} />
    </div>
  );
}
