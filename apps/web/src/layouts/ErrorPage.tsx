import { useEffect, useRef } from 'react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Title } from './Title.tsx';

/** Fallback for unexpected routing errors: status and text, or the message (specification section 2). */
export function ErrorPage() {
  const error = useRouteError();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const said = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? error.message
      : String(error);
  return (
    <main id="main" className="flex grow flex-col items-center justify-center px-4 py-18 text-center">
      <Title>Unexpected Application Error!</Title>
      <h1 ref={heading} tabIndex={-1} className="serif text-page">
        Unexpected Application Error!
      </h1>
      <p className="mt-3 max-w-prose text-prose text-ink-2">{said}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <Link to={paths.home} className={buttonClass({ variant: 'secondary' })}>
          Go to Home
        </Link>
      </div>
    </main>
  );
}
