import { messages } from '@firmament/contract/messages';
import { type ReactNode, useEffect, useRef } from 'react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Title } from './Title.tsx';

const reload = () => location.reload();

type StopProps = { title: string; said: ReactNode; children: ReactNode };

/** In place of what cannot be shown; it is tried anew once the connection is back. */
function Stop({ title, said, children }: StopProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <div className="flex grow flex-col items-center justify-center px-4 py-18 text-center">
      <Title>{title}</Title>
      <h1 ref={heading} tabIndex={-1} className="serif text-page">
        {title}
      </h1>
      <p className="mt-3 max-w-prose text-prose text-ink-2">{said}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}

/** Fallback for unexpected routing errors: status and text, or the message (specification section 2). */
export function ErrorPage() {
  const error = useRouteError();
  const said = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? error.message
      : String(error);
  return (
    <main id="main" className="flex grow flex-col">
      <Stop title="Unexpected Application Error!" said={said}>
        <Button onClick={reload}>Reload the page</Button>
        <Link to={paths.home} className={buttonClass({ variant: 'secondary' })}>
          Go to Home
        </Link>
      </Stop>
    </main>
  );
}

const LAST_RELOAD = 'reloaded';
/** Milliseconds in which a page that was just loaded anew is not loaded anew once more. */
const RECENT = 30_000;

/** Whether the page was not loaded anew for this reason a moment ago; from now on it was. */
const isFirstReload = (): boolean => {
  try {
    const isFirst = Date.now() - Number(sessionStorage.getItem(LAST_RELOAD)) > RECENT;
    if (isFirst) sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
    return isFirst;
  } catch {
    // Storage is blocked: it could go on for ever.
    return false;
  }
};

/**
 * In place of a page whose code could not be loaded. A browser keeps that failure as long as the document lives, and after a
 * new version was installed the code has another name: with a connection the document is loaded anew, once.
 */
export function Unloaded() {
  useEffect(() => {
    if (navigator.onLine && isFirstReload()) reload();
  }, []);
  return (
    <Stop title={messages.pageNotLoaded} said={messages.networkFailed}>
      <Button onClick={reload}>Try Again</Button>
    </Stop>
  );
}

/** The same in place of a page with all that is around it. */
export function UnloadedAlone() {
  return (
    <main id="main" className="flex grow flex-col">
      <Unloaded />
    </main>
  );
}
