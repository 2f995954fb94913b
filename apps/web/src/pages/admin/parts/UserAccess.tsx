import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { getQuery } from '../../../api/queries.ts';
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

/** Whether the user may sign in, and the switch for it. */
export function UserAccess({ user }: { user: User }) {
  const client = useQueryClient();
  const action = useAction({
    run: (disable: boolean) =>
      call(disable ? 'POST /admin/users/{id}/disable' : 'POST /admin/users/{id}/enable', {
        params: { id: user._id },
      }),
    success: (answer) => answer.message,
    failure: messages.userUpdateFailed,
    onDone: ({ user: saved }) => {
      client.setQueryData(getQuery('GET /admin/users/{id}', { params: { id: user._id } }).queryKey, saved);
      void client.invalidateQueries({ queryKey: ['GET /admin/users'] });
    },
  });
  const disable = () => {
    const question = `Disable ${user.name} (${user.email})?\n\nThe user is signed out everywhere and cannot sign in until enabled again.`;
    if (window.confirm(question)) action.act(true);
  };
  return (
    <Panel title="Access">
      <DefinitionList
        className="-mt-2.5"
        items={[
          { key: 'state', term: 'State', value: stateOf(user) },
          { key: 'role', term: 'Role', value: user.role === 'admin' ? 'Admin' : 'User' },
          { key: 'verified', term: 'Email verified', value: user.emailVerified ? 'Yes' : 'No' },
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
            onClick={() => action.act(false)}
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
    </Panel>
  );
}
