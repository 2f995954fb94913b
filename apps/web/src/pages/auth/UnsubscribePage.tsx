import { messages } from '@firmament/contract/messages';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { call, messageOf } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Notice } from '../../ui/States.tsx';
import { AuthHeading } from './parts/AuthHeading.tsx';
import { FormMessage } from './parts/FormMessage.tsx';

/** Opened from a mass mail. A click is asked for, because mail scanners open links by themselves. */
export function Component() {
  const { token = '' } = useParams();
  const unsubscribe = useMutation({
    mutationFn: () => call('POST /unsubscribe/{token}', { params: { token } }),
  });
  return (
    <>
      <AuthHeading title="Unsubscribe">
        You will still get the emails about your own accounts and payments, but no announcements.
      </AuthHeading>
      <div className="flex flex-col gap-5">
        <FormMessage
          text={unsubscribe.isError ? messageOf(unsubscribe.error, messages.unsubscribeInvalid) : null}
        />
        {unsubscribe.isSuccess ? (
          <>
            <Notice tone="success" role="status">
              {unsubscribe.data.message}
            </Notice>
            <Link to={paths.home} className={buttonClass({ variant: 'secondary', wide: true })}>
              Go to Homepage
            </Link>
          </>
        ) : (
          <Button size="large" wide busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
            Unsubscribe
          </Button>
        )}
      </div>
    </>
  );
}
