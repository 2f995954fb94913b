import { clsx } from 'clsx';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

export type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** What is not there yet, and the one thing to do about it. */
export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center gap-3 px-4 py-14 text-center', className)}>
      <CorridorMark />
      <p className="serif text-section">{title}</p>
      {children && <div className="max-w-prose text-prose text-ink-2">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

/** An empty corridor: floor, target, no course yet. */
function CorridorMark() {
  return (
    <svg viewBox="0 0 120 40" className="mb-2 h-10 w-30" fill="none" aria-hidden="true">
      <path d="M0 6h120" className="stroke-ink-3" strokeDasharray="4 4" />
      <path d="M0 20h120" className="stroke-line" />
      <path d="M0 34h120" className="stroke-ink-3" />
      <circle cx="60" cy="20" r="3" className="fill-bg stroke-ink-3" strokeWidth="1.5" />
    </svg>
  );
}

export type ErrorStateProps = {
  /** The specified text or the server's message. */
  message: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** Another action instead of or beside 'Try Again'. */
  action?: ReactNode;
  className?: string;
};

/** A failed load, in place of what failed. */
export function ErrorState({ message, onRetry, retrying = false, action, className }: ErrorStateProps) {
  return (
    <div className={clsx('flex flex-col items-center gap-3 px-4 py-14 text-center', className)}>
      <CircleAlert size={22} className="text-loss" aria-hidden="true" />
      <p role="alert" className="max-w-prose text-prose">
        {message}
      </p>
      {(onRetry || action) && (
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          {onRetry && (
            <Button variant="secondary" onClick={onRetry} busy={retrying}>
              Try Again
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}

export type NoticeTone = 'info' | 'warn' | 'error' | 'success';

const notices = {
  info: { box: 'bg-info-tint', mark: 'text-accent', Icon: Info },
  warn: { box: 'bg-warn-tint', mark: 'text-warn', Icon: TriangleAlert },
  error: { box: 'bg-loss-tint', mark: 'text-loss', Icon: CircleAlert },
  success: { box: 'bg-gain-tint', mark: 'text-gain', Icon: Info },
} as const;

export type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  action?: ReactNode;
  /** 'alert' for an error that just happened, 'status' for a result; leave out for standing text. */
  role?: 'alert' | 'status';
  className?: string;
  children?: ReactNode;
};

/** A standing message inside a page. */
export function Notice({ tone = 'info', title, action, role, className, children }: NoticeProps) {
  const { box, mark, Icon } = notices[tone];
  return (
    <div
      role={role}
      className={clsx(
        'flex items-start gap-3 rounded-control px-4 py-3 text-ui forced-colors:border',
        box,
        className,
      )}
    >
      <Icon size={18} className={clsx('mt-px shrink-0', mark)} aria-hidden="true" />
      {/* On phones the action stands below the words. */}
      <div className="flex min-w-0 grow flex-wrap items-start gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="w-full min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action && <div className="shrink-0">{action}</div>}
      </div>
    </div>
  );
}
