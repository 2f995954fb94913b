import { useEffect, useState } from 'react';
import type { ChosenProof } from './useProof.ts';

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The chosen picture before it is sent. */
export function Preview({ chosen: { file, originalBytes } }: { chosen: ChosenProof }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (!url) return null;
  return (
    <figure>
      <img
        src={url}
        alt="Preview of the screenshot"
        className="mx-auto max-h-64 w-auto max-w-full rounded-control border border-line"
      />
      <figcaption className="mt-1.5 text-center text-sm text-ink-2">
        {size(file.size)}
        {file.size < originalBytes && `, made smaller from ${size(originalBytes)}`}
      </figcaption>
    </figure>
  );
}
