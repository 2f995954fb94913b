import { messages } from '@firmament/contract/messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiError, messageOf } from '../../../api/client.ts';
import { Title } from '../../../layouts/Title.tsx';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/States.tsx';

type PageHeaderProps = {
  title: string;
  /** Annotation above the title. */
  kicker?: ReactNode;
  /** Under the title. */
  children?: ReactNode;
  actions?: ReactNode;
  /** While the page loads: another title takes this one's place, so it does not get the focus. */
  passing?: boolean;
};

/** The one h1 of an administration page, with the document's title. */
export function PageHeader({ title, kicker, children, actions, passing }: PageHeaderProps) {
  return (
    <>
      <Title section="Admin Panel">{title}</Title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          {kicker && <p className="label mb-1">{kicker}</p>}
          <h1 className="serif text-page wrap-anywhere" data-passing={passing || undefined}>
            {title}
          </h1>
          {children && (
            <div className="mt-1.5 max-w-prose text-pretty text-ink-2 wrap-anywhere">{children}</div>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
      </div>
    </>
  );
}

/** Whether the caller's role does not allow the call (it was lost while the page was open). */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.code === 'forbidden';

type PageErrorProps = {
  error: unknown;
  /** The specified text where the server says nothing. */
  fallback: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** The specified text for a caller who is no administrator. */
  denied?: string;
  action?: ReactNode;
};

/** A failed load in place of the page's content; a role lost while open shows the specified 'Access Denied' text. */
export function PageError({ error, fallback, onRetry, retrying, denied, action }: PageErrorProps) {
  if (isForbidden(error)) {
    return (
      <ErrorState
        message={denied ?? messages.accessDeniedPage}
        action={
          <Link to={paths.dashboard} className={buttonClass({ variant: 'secondary' })}>
            Go to Dashboard
          </Link>
        }
      />
    );
  }
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <ErrorState
      message={messageOf(error, fallback)}
      {...(onRetry && !gone ? { onRetry } : {})}
      {...(retrying === undefined ? {} : { retrying })}
      {...(action === undefined ? {} : { action })}
    />
  );
}
