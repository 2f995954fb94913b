import { useEffect } from 'react';
import { useFirm } from '../api/firm.ts';

/** Sets the document's title: "Accounts · Admin Panel · Firm" for `<Title section="Admin Panel">Accounts</Title>`. */
export function Title({ children, section }: { children?: string; section?: string }) {
  const { name } = useFirm();
  const title = [children, section, name].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
