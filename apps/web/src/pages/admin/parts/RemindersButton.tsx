import { messages } from '@firmament/contract/messages';
import { Button } from '../../../ui/Button.tsx';
import { formatCount } from '../../../ui/format.ts';
import { InlineFeedback } from './feedback.tsx';
import { useReminders } from './useReminders.ts';

const dueText = (due: number): string => {
  if (due === 0) return 'No reminder is due';
  return due === 1 ? '1 reminder is due' : `${formatCount(due)} reminders are due`;
};

/** Reminds the traders whose orders are unpaid; how many are due stands beside it. */
export function RemindersButton({ due }: { due: number | undefined }) {
  const action = useReminders();
  return (
    <>
      {action.feedback ? (
        <InlineFeedback feedback={action.feedback} />
      ) : (
        // Its place is kept while the number is not known.
        <p className="min-w-34 text-sm text-ink-2">{due === undefined ? '\u00a0' : dueText(due)}</p>
      )}
      <Button
        variant="secondary"
        busy={action.busy}
        busyLabel={messages.sending}
        onClick={() => action.act(undefined)}
      >
        Send Payment Reminder Emails
      </Button>
    </>
  );
}
