import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button, IconButton } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { TextInput } from '../../../../ui/inputs.tsx';
import { useFocusKept } from '../../../../ui/useFocusKept.ts';
import { CHECKS, type FirmValues } from './firm-values.ts';

const MOST = 8;

/** The links of the footer, in their order. */
export function SocialLinks({ form }: { form: UseFormReturn<FirmValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'socialLinks' });
  const list = useFocusKept<HTMLUListElement>(fields.length);
  const errors = form.formState.errors.socialLinks;
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Social Links</legend>
      <ul ref={list} tabIndex={-1} aria-label="Social Links" className="flex flex-col gap-3">
        {fields.map((link, index) => (
          <li
            key={link.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
          >
            <Field label={`Name of link ${index + 1}`} hideLabel error={errors?.[index]?.label?.message}>
              <TextInput
                placeholder="Name"
                maxLength={40}
                autoComplete="off"
                {...form.register(`socialLinks.${index}.label`, { validate: CHECKS.linkLabel })}
              />
            </Field>
            <Field
              label={`Address of link ${index + 1}`}
              hideLabel
              className="max-sm:order-last max-sm:col-span-2"
              error={errors?.[index]?.url?.message}
            >
              <TextInput
                placeholder="https://"
                inputMode="url"
                maxLength={300}
                autoComplete="off"
                spellCheck={false}
                {...form.register(`socialLinks.${index}.url`, { validate: CHECKS.linkUrl })}
              />
            </Field>
            <IconButton
              label={`Remove link ${index + 1}`}
              icon={<Trash2 size={16} />}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        icon={<Plus size={15} aria-hidden="true" />}
        disabledReason={fields.length >= MOST && `At most ${MOST} links`}
        onClick={() => append({ label: '', url: '' })}
      >
        Add Link
      </Button>
    </fieldset>
  );
}
