import type { ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { call } from '../../../../api/client.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { formatCount } from '../../../../ui/format.ts';
import { useAction } from '../feedback.tsx';

type Undelivered = ResponseBody<'GET /admin/mass-email/{id}'>['undelivered'][number];

const STATES = {
  failed: { tone: 'loss', label: 'Failed' },
  unknown: { tone: 'warn', label: 'Unknown' },
  waiting: { tone: 'info', label: 'Tried again soon' },
} as const;

const whyUndelivered = ({ state, error }: Undelivered): string => {
  if (state === 'waiting') return error ?? messages.mailSentAgain;
  if (error === null) return 'The server stopped while it handed this email over; it may have arrived.';
  return state === 'unknown' && !error.includes('may have') ? `${error}. It may have arrived.` : error;
};

/** How often lists of such emails are asked for anew while one of them is being sent, in milliseconds. */
export const WATCH_MILLISECONDS = 3_000;

/** Whether one of these is on its way, so that what becomes of it is worth asking for. */
export const isOneWaiting = (emails: readonly Undelivered[] | undefined): boolean =>
  emails?.some(({ state }) => state === 'waiting') ?? false;

type UndeliveredListProps<Email extends Undelivered> = {
  label: string;
  emails: readonly Email[];
  /** What an email is, beside its address. */
  about?: (email: Email) => ReactNode;
};

/** A list of them, which takes the focus when a row goes whose button was pressed; several are dismissed by one press. */
export function UndeliveredList<Email extends Undelivered>(props: UndeliveredListProps<Email>) {
  const { label, emails, about } = props;
  const area = useRef<HTMLDivElement>(null);
  const reload = useReload();
  const open = emails.filter(({ state }) => state !== 'waiting');
  const dismissAll = useAction({
    run: (mails: readonly Undelivered[]) =>
      call('POST /admin/mails/dismiss', {
        body: { mails: mails.map(({ _id, version }) => ({ _id, version })) },
      }),
    success: (answer) => answer.message,
    failure: messages.mailsDismissFailed,
    onDone: () => {
      area.current?.focus();
      reload();
    },
    onFailed: reload,
  });
  const question = `Dismiss ${formatCount(open.length)} emails?\n\nThey are not sent again, and nobody is warned of them any more.`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form
    <div ref={area} role="group" tabIndex={-1} aria-label={label} data-emails className="outline-none">
      {emails.length === 0 ? (
        <p className="text-ui text-ink-2">None is left: each was sent or dismissed.</p>
      ) : (
        <ul className="divide-y divide-line text-ui text-ink">
          {emails.map((email) => (
            <UndeliveredEmail key={email._id} mail={email}>
              {about?.(email)}
            </UndeliveredEmail>
          ))}
        </ul>
      )}
      {open.length > 1 && (
        <div className="flex border-t border-line pt-3 sm:justify-end">
          <Button
            variant="secondary"
            size="small"
            busy={dismissAll.busy}
            onClick={() => {
              if (window.confirm(question)) dismissAll.act(open);
            }}
          >
            Dismiss all {formatCount(open.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

type UndeliveredEmailProps = {
  mail: Undelivered;
  /** What it is, beside its address. */
  children?: ReactNode;
};

/** One email that did not get through, why, and what can be done about it. */
function UndeliveredEmail({ mail, children }: UndeliveredEmailProps) {
  const { tone, label } = STATES[mail.state];
  const { item, resend, dismiss, askAndResend } = useHandling(mail);
  const reason = useId();
  return (
    <li ref={item} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0 max-w-full">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="wrap-anywhere">{mail.email}</bdi>
          <Badge tone={tone}>{label}</Badge>
          {children}
        </p>
        <p className="mt-0.5 text-sm text-ink-2 wrap-anywhere">{whyUndelivered(mail)}</p>
        {mail.state !== 'waiting' && mail.notAgain !== null && (
          <p id={reason} className="mt-0.5 text-sm text-ink-2">
            {mail.notAgain}
          </p>
        )}
        {mail.state !== 'waiting' && mail.notAgain === null && mail.newEmail !== null && (
          <p className="mt-0.5 text-sm text-ink-2 wrap-anywhere">
            Sent again, it goes to the user’s address of today: <bdi>{mail.newEmail}</bdi>
          </p>
        )}
      </div>
      {mail.state !== 'waiting' && (
        <div className="flex flex-wrap gap-2 sm:ms-auto">
          {mail.notAgain === null && (
            <Button
              variant="secondary"
              size="small"
              busy={resend.busy}
              busyLabel={messages.sending}
              disabled={dismiss.busy}
              onClick={askAndResend}
            >
              Send again<span className="sr-only"> to {mail.newEmail ?? mail.email}</span>
            </Button>
          )}
          <Button
            variant={mail.notAgain === null ? 'quiet' : 'secondary'}
            size="small"
            busy={dismiss.busy}
            disabled={resend.busy}
            aria-describedby={mail.notAgain === null ? undefined : reason}
            onClick={() => dismiss.act(mail)}
          >
            Dismiss<span className="sr-only"> the email to {mail.email}</span>
          </Button>
        </div>
      )}
    </li>
  );
}

/** Asks anew for what shows such emails, or warns of them. */
function useReload() {
  const client = useQueryClient();
  return () => {
    for (const key of ['GET /admin/mass-email', 'GET /admin/mass-email/{id}', 'GET /admin/overview']) {
      void client.invalidateQueries({ queryKey: [key] });
    }
  };
}

/** Sends an email again or dismisses it; afterwards, whoever did it, the lists are asked for anew. */
function useHandling(mail: Undelivered) {
  const item = useRef<HTMLLIElement>(null);
  const reload = useReload();
  const onDone = () => {
    // The pressed button goes with the row, or with its state.
    item.current?.closest<HTMLElement>('[data-emails]')?.focus();
    reload();
  };
  const resend = useAction({
    run: ({ _id, version, state }: Undelivered) =>
      call('POST /admin/mails/{id}/resend', {
        params: { id: _id },
        body: { mayDouble: state === 'unknown' },
        ifMatch: version,
      }),
    success: (answer) => answer.message,
    failure: messages.mailResendFailed,
    onDone,
    onFailed: reload,
  });
  const dismiss = useAction({
    run: ({ _id, version }: Undelivered) =>
      call('POST /admin/mails/{id}/dismiss', { params: { id: _id }, ifMatch: version }),
    success: (answer) => answer.message,
    failure: messages.mailDismissFailed,
    onDone,
    onFailed: reload,
  });
  const askAndResend = () => {
    const question = `This email to ${mail.email} may have arrived already. Send it again?\n\nIt may arrive twice.`;
    if (mail.state !== 'unknown' || window.confirm(question)) resend.act(mail);
  };
  return { item, resend, dismiss, askAndResend };
}
