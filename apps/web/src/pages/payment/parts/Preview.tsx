import { useEffect, useState } from 'react';

/** The chosen picture before it is sent. */
export function Preview({ file }: { file: File }) {
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
        className="max-h-64 w-auto max-w-full rounded-control border border-line"
      />
      <figcaption className="mt-1 text-sm text-ink-2">{(file.size / 1_000_000).toFixed(1)} MB</figcaption>
    </figure>
  );
}
