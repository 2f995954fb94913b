import { messages } from '@firmament/contract/messages';
import { UPLOAD_MAXIMUM_BYTES } from '@firmament/rules';
import { type ChangeEvent, useId } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { upload } from '../../../../api/client.ts';
import { Button, buttonClass } from '../../../../ui/Button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { InlineFeedback, useAction } from '../feedback.tsx';

type PhotoFieldProps = { form: UseFormReturn; path: string; label: string; of: string };

/** A member's photograph in place of the drawing. It is sent when chosen, and shows once the texts are saved. */
export function PhotoField({ form, path, label, of }: PhotoFieldProps) {
  const id = useId();
  const { field } = useController({ control: form.control, name: path });
  const photo: unknown = field.value;
  const shown = typeof photo === 'string' && photo !== '';
  const sending = useAction({
    run: (file: File) => {
      const body = new FormData();
      body.set('picture', file);
      return upload('POST /admin/content/pictures', { body });
    },
    success: () => messages.pictureKept,
    failure: messages.proofBroken,
    onDone: ({ picture }) => field.onChange(picture),
  });
  const onPick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file can be picked again.
    event.target.value = '';
    if (!file) return;
    if (file.size > UPLOAD_MAXIMUM_BYTES) toast.error(messages.proofTooLarge);
    else sending.act(file);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
      {shown && (
        <img
          src={`/brand/people/${photo}.webp`}
          alt=""
          width={480}
          height={552}
          className="h-auto w-28 rounded-control border border-line"
        />
      )}
      <label
        htmlFor={id}
        className={buttonClass(
          { variant: 'secondary', size: 'small' },
          'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus',
        )}
      >
        {shown ? 'Replace' : 'Choose'} {label}
        <span className="sr-only"> of {of}</span>
        <input
          id={id}
          type="file"
          accept="image/*"
          ref={field.ref}
          onBlur={field.onBlur}
          onChange={onPick}
          className="absolute inset-0 w-full cursor-pointer opacity-0"
        />
      </label>
      {shown && (
        <Button variant="quiet" size="small" onClick={() => field.onChange('')}>
          Draw It Instead<span className="sr-only"> for {of}</span>
        </Button>
      )}
      <InlineFeedback feedback={sending.feedback} />
    </div>
  );
}
