import type { ReactNode } from 'react';
import { Title } from '../../../layouts/Title.tsx';

/** The page's title and one sentence below it. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-8 flex flex-col gap-2">
      <Title>{title}</Title>
      <h1 className="serif text-page">{title}</h1>
      {children && <p className="text-prose text-ink-2">{children}</p>}
    </header>
  );
}
