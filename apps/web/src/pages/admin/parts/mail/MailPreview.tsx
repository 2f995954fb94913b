import { useFirm } from '../../../../api/firm.ts';
import { Panel } from '../../../../ui/Panel.tsx';

type MailPreviewProps = { message: string; urls: readonly string[]; pictures: number };

/** How the mail reads: subject, greeting, paragraphs and what is attached. */
export function MailPreview({ message, urls, pictures }: MailPreviewProps) {
  const { name } = useFirm();
  const paragraphs = message
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  return (
    <Panel title="Preview">
      <p className="border-b border-line pb-3 text-sm text-ink-2">
        Subject: <span className="font-semibold text-ink">A message from {name}</span>
      </p>
      <div className="flex flex-col gap-3 pt-4 text-prose">
        <p>Hello Alex Doe,</p>
        {paragraphs.length === 0 && <p className="text-ink-3">Your message appears here.</p>}
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are their places
          <p key={index} className="whitespace-pre-line wrap-anywhere">
            {paragraph}
          </p>
        ))}
        {urls.length > 0 && (
          <ul className="flex flex-col gap-1 font-mono text-sm text-ink-2">
            {urls.map((url, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same URL may stand twice
              <li key={index} className="wrap-anywhere">
                {url}
              </li>
            ))}
          </ul>
        )}
        {pictures > 0 && (
          <p className="text-sm text-ink-2">{pictures === 1 ? '1 picture' : `${pictures} pictures`}</p>
        )}
      </div>
      <p className="mt-5 border-t border-line pt-3 text-sm text-ink-3">
        With a link to unsubscribe, the firm’s name and its address.
      </p>
    </Panel>
  );
}
