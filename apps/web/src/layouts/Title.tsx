import { createContext, use, useEffect } from 'react';
import { useFirm } from '../api/firm.ts';

export type Head = { title: string; description: string };

/** Takes a page's title and description while the server renders it; absent in the browser. */
export const HeadSink = createContext<((head: Partial<Head>) => void) | null>(null);

type TitleProps = {
  children?: string;
  section?: string;
  /** One sentence for search engines, on public pages. */
  description?: string;
};

/** Sets the document's title: "Accounts · Admin Panel · Firm" for `<Title section="Admin Panel">Accounts</Title>`. */
export function Title({ children, section, description }: TitleProps) {
  const { name } = useFirm();
  const title = [children, section, name].filter(Boolean).join(' · ');
  const sink = use(HeadSink);
  sink?.({ title, ...(description ? { description } : {}) });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
