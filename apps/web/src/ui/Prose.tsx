import type { ProseBlock } from '@firmament/rules';
import { numbered } from './numbered.ts';

/** Paragraphs and bulleted lists of a text that the firm wrote. */
export function Prose({ blocks }: { blocks: readonly ProseBlock[] }) {
  return (
    <div className="flex flex-col gap-3 text-prose text-ink-2">
      {numbered(blocks).map(([key, block]) =>
        typeof block === 'string' ? (
          <p key={key} className="whitespace-pre-line wrap-anywhere">
            {block}
          </p>
        ) : (
          <ul key={key} className="flex list-disc flex-col gap-2 ps-5 wrap-anywhere marker:text-ink-3">
            {numbered(block).map(([at, line]) => (
              <li key={at}>{line}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}
