import { messages } from '@firmament/contract/messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import { FirmName } from './parts.tsx';
import { Title } from './Title.tsx';

/** Shown where the role does not allow the page (specification section 2). */
export function UnauthorizedPage() {
  return (
    <PlainMessage title="Unauthorized" text={messages.unauthorizedPage}>
      <Link to={paths.home} className={buttonClass()}>
        Go to Home
      </Link>
    </PlainMessage>
  );
}

/** The address leads nowhere. */
export function NotFoundPage() {
  return (
    <PlainMessage
      kicker="404"
      title="Page not found"
      text="There is nothing at this address. The link may be old or mistyped."
    >
      <Link to={paths.home} className={buttonClass()}>
        Go to Home
      </Link>
    </PlainMessage>
  );
}

type PlainMessageProps = { kicker?: string; title: string; text: string; children: ReactNode };

/** A page that says one thing and offers one action. */
export function PlainMessage({ kicker, title, text, children }: PlainMessageProps) {
  return (
    <>
      <header className="site flex h-16 items-center">
        <FirmName />
      </header>
      <main id="main" className="flex grow flex-col items-center justify-center px-4 pb-24 pt-8 text-center">
        <Title>{title}</Title>
        {kicker && <p className="label">{kicker}</p>}
        <h1 className="serif mt-2 text-page" tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-3 max-w-prose text-prose text-ink-2">{text}</p>
        <div className="mt-8">{children}</div>
      </main>
    </>
  );
}
