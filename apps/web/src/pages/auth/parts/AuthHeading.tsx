import type { ReactNode, Ref } from 'react';
import { Title } from '../../../layouts/Title.tsx';

type AuthHeadingProps = { title: string; children?: ReactNode; ref?: Ref<HTMLHeadingElement> };

/** The page's title and one sentence below it; `ref` is of the title, which can take the focus. */
export function AuthHeading({ title, children, ref }: AuthHeadingProps) {
  return (
    <header className="mb-8 flex flex-col gap-2">
      <Title>{title}</Title>
      <h1 ref={ref} tabIndex={-1} className="serif text-page">
        {title}
      </h1>
      {children && <p className="text-prose text-ink-2">{children}</p>}
    </header>
  );
}
