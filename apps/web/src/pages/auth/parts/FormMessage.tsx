import { Notice } from '../../../ui/States.tsx';

/** The failure of a whole form, kept in place until the next try; a toast alone would vanish. Empty, it takes no gap. */
export function FormMessage({ text }: { text: string | null | undefined }) {
  return (
    <div aria-live="assertive" className="empty:absolute">
      {text && <Notice tone="error">{text}</Notice>}
    </div>
  );
}
