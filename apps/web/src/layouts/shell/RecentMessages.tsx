import { Check, CircleAlert, Info } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { forgetMessages, type Message, useMessages } from '../../ui/toast-log.ts';
import { RelativeTime } from '../../ui/Values.tsx';

/** The last 20 messages, the newest first, for whoever missed one. */
export function RecentMessages({ onClose }: { onClose: () => void }) {
  const messages = useMessages();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Recent messages"
      placement="end"
      actions={
        messages.length > 0 && (
          <Button variant="secondary" onClick={forgetMessages}>
            Clear
          </Button>
        )
      }
    >
      {messages.length === 0 ? (
        <p className="py-6 text-ink-2">
          Nothing yet. Messages that appear for a moment can be read here until you close the page.
        </p>
      ) : (
        <ol className="divide-y divide-line border-y border-line">
          {[...messages].reverse().map((message) => (
            <MessageLine key={message.id} message={message} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function MessageLine({ message }: { message: Message }) {
  const { type, text, at } = message;
  return (
    <li className="flex items-start gap-2.5 py-3">
      {type === 'success' ? (
        <Check size={16} className="mt-0.5 shrink-0 text-gain" aria-hidden="true" />
      ) : type === 'error' ? (
        <CircleAlert size={16} className="mt-0.5 shrink-0 text-loss" aria-hidden="true" />
      ) : (
        <Info size={16} className="mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
      )}
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">
          {type === 'error' && <span className="sr-only">Error: </span>}
          {text}
        </p>
        <p className="mt-0.5 text-sm text-ink-3">
          <RelativeTime value={new Date(at)} />
        </p>
      </div>
    </li>
  );
}
