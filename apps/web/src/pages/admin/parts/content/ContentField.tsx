import { HAIR } from '@firmament/contract/content';
import { messages } from '@firmament/contract/messages';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../../../ui/Field.tsx';
import { Checkbox, Select, TextArea, TextInput } from '../../../../ui/inputs.tsx';
import { PhotoField } from './PhotoField.tsx';
import type { FieldSpec } from './sections.ts';

const HAIR_NAMES: Record<(typeof HAIR)[number], string> = {
  cropped: 'Cropped hair',
  bob: 'Bob',
  bun: 'Bun',
  curls: 'Curls',
};
const RATINGS = [5, 4, 3, 2, 1];
const ROWS = { text: 2, prose: 5 };

type ContentFieldProps = {
  form: UseFormReturn;
  spec: FieldSpec;
  /** Where the field is in the form. */
  path: string;
  /** Which entry it belongs to, for those who do not see the form around it. */
  of?: string;
};

const filled = (value: unknown) => String(value).trim() !== '' || messages.contentTextRequired;

/** One text of the firm, in the control that fits its kind. */
export function ContentField({ form, spec, path, of }: ContentFieldProps) {
  const { kind, label, hint, most, wide } = spec;
  const { error } = form.getFieldState(path, form.formState);
  if (kind === 'photo') return <PhotoField form={form} path={path} label={label} of={of ?? ''} />;
  const name = (
    <>
      {label}
      {of && <span className="sr-only"> of {of}</span>}
    </>
  );
  if (kind === 'check') return <Checkbox label={name} {...form.register(path)} />;
  const field = { label: name, hint, error: error?.message, className: wide ? 'sm:col-span-2' : undefined };
  if (kind === 'rating' || kind === 'hair') {
    return (
      <Field {...field}>
        <Select {...form.register(path, { valueAsNumber: kind === 'rating' })}>
          {kind === 'rating'
            ? RATINGS.map((rating) => (
                <option key={rating} value={rating}>
                  {rating} of 5
                </option>
              ))
            : HAIR.map((hair) => (
                <option key={hair} value={hair}>
                  {HAIR_NAMES[hair]}
                </option>
              ))}
        </Select>
      </Field>
    );
  }
  const input = { maxLength: most, autoComplete: 'off', ...form.register(path, { validate: filled }) };
  return (
    <Field {...field} required>
      {kind === 'text' || kind === 'prose' ? (
        <TextArea rows={ROWS[kind]} {...input} className="field-sizing-content" />
      ) : (
        <TextInput
          {...input}
          {...(kind === 'date' ? { type: 'date', className: 'max-w-40', maxLength: undefined } : {})}
        />
      )}
    </Field>
  );
}
