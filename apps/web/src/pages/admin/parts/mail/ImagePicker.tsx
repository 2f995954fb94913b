import { messages } from '@firmament/contract/messages';
import { MASS_MAIL_IMAGES_MAXIMUM, UPLOAD_MAXIMUM_BYTES } from '@firmament/rules';
import { ImagePlus, X } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useEffect, useId, useState } from 'react';
import { IconButton } from '../../../../ui/Button.tsx';

type ImagePickerProps = { files: readonly File[]; onChange: (files: File[]) => void };

/** Up to five pictures, picked or dropped, with previews. */
export function ImagePicker({ files, onChange }: ImagePickerProps) {
  const id = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const add = (given: readonly File[]) => {
    const images = given.filter((file) => file.type.startsWith('image/'));
    const fitting = images.filter((file) => file.size <= UPLOAD_MAXIMUM_BYTES);
    const all = [...files, ...fitting];
    const tooMany = all.length > MASS_MAIL_IMAGES_MAXIMUM;
    if (tooMany) setRefused(messages.massMailTooManyImages);
    else if (fitting.length < images.length) setRefused(messages.proofTooLarge);
    else if (images.length < given.length) setRefused(messages.proofNotAnImage);
    else setRefused(null);
    onChange(all.slice(0, MASS_MAIL_IMAGES_MAXIMUM));
  };
  const onPick = (event: ChangeEvent<HTMLInputElement>) => {
    add([...(event.target.files ?? [])]);
    // The same file can be picked again after it was removed.
    event.target.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    add([...event.dataTransfer.files]);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        Image Uploads (up to {MASS_MAIL_IMAGES_MAXIMUM})
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the file input */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
        className="relative flex items-center gap-3 rounded-control border border-dashed border-control bg-surface px-4 py-4 transition-colors hover:border-ink-2 has-focus-visible:outline-2 has-focus-visible:outline-focus"
      >
        <ImagePlus size={20} aria-hidden="true" className="shrink-0 text-ink-3" />
        <span aria-hidden="true" className="text-ink-2">
          <span className="font-semibold text-ink">Choose images</span> or drop them here
        </span>
        <input
          id={id}
          type="file"
          accept="image/*"
          multiple
          aria-describedby={`${id}-hint`}
          onChange={onPick}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </div>
      <p id={`${id}-hint`} className="text-sm text-ink-2">
        JPEG, PNG, WebP or GIF, at most 10 MiB each. They travel inside the email.
      </p>
      <p role="status" className="text-sm text-loss empty:hidden">
        {refused}
      </p>
      {files.length > 0 && (
        <ul aria-label="Chosen images" className="mt-1 flex flex-wrap gap-3">
          {files.map((file) => (
            <Preview
              key={`${file.name} ${file.size} ${file.lastModified}`}
              file={file}
              onRemove={() => onChange(files.filter((other) => other !== file))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Preview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <li className="relative w-28">
      <span className="block h-28 overflow-hidden rounded-control border border-line bg-sunken">
        {url && <img src={url} alt="" className="size-full object-cover" />}
      </span>
      <span className="mt-1 block truncate text-xs text-ink-2" title={file.name}>
        {file.name}
      </span>
      <IconButton
        label={`Remove ${file.name}`}
        icon={<X size={15} />}
        size="small"
        variant="secondary"
        className="absolute! -end-2 -top-2 rounded-full! bg-raised!"
        onClick={onRemove}
      />
    </li>
  );
}
