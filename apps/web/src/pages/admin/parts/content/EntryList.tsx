import { ChevronDown, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Button, IconButton } from '../../../../ui/Button.tsx';
import { ContentField } from './ContentField.tsx';
import type { ListSpec } from './sections.ts';

/** Entries that are edited, added, removed and put in order. */
export function EntryList({ form, spec }: { form: UseFormReturn; spec: ListSpec }) {
  const { name, legend, entry, most, fields, empty } = spec;
  // Entries have an `id` of their own.
  const list = useFieldArray({ control: form.control, name, keyName: 'row' });
  const { box, said, after } = useMovedFocus();
  const count = list.fields.length;
  const move = (from: number, to: number) => {
    list.move(from, to);
    after(`${entry} moved to place ${to + 1} of ${count}.`, to, to < from ? 'up' : 'down');
  };
  const remove = (index: number) => {
    list.remove(index);
    after(`${entry} removed.`, Math.min(index, count - 2), 'remove');
  };
  return (
    <fieldset ref={box}>
      <legend className="text-card">{legend}</legend>
      <ol className="mt-3 flex flex-col gap-4">
        {list.fields.map((field, index) => {
          const which = `${entry.toLowerCase()} ${index + 1}`;
          return (
            <li key={field.row} className="rounded-card border border-line bg-surface p-4 sm:p-5">
              <div className="mb-2 flex items-center justify-between gap-2">
                <p className="label">
                  {entry} {index + 1}
                </p>
                <div className="flex gap-1">
                  <IconButton
                    label={`Move ${which} up`}
                    size="small"
                    icon={<ChevronDown size={16} className="rotate-180" />}
                    data-act={`up ${index}`}
                    disabledReason={index === 0 && 'It is the first'}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    label={`Move ${which} down`}
                    size="small"
                    icon={<ChevronDown size={16} />}
                    data-act={`down ${index}`}
                    disabledReason={index === count - 1 && 'It is the last'}
                    onClick={() => move(index, index + 1)}
                  />
                  <IconButton
                    label={`Remove ${which}`}
                    size="small"
                    icon={<X size={16} />}
                    data-act={`remove ${index}`}
                    onClick={() => remove(index)}
                  />
                </div>
              </div>
              <div className="grid gap-4 sm:grid-cols-2">
                {fields.map((part) => (
                  <ContentField
                    key={part.name}
                    form={form}
                    spec={index === 0 ? part : { ...part, hint: undefined }}
                    path={`${name}.${index}.${part.name}`}
                    of={which}
                  />
                ))}
              </div>
            </li>
          );
        })}
      </ol>
      <Button
        variant="secondary"
        className="mt-4"
        data-act="add"
        disabledReason={count >= most && `At most ${most} entries`}
        onClick={() => list.append(empty)}
      >
        Add {entry}
      </Button>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  );
}

/** After a move or a removal the focus stays at the button for the same deed, and what happened is said. */
function useMovedFocus() {
  const box = useRef<HTMLFieldSetElement>(null);
  const [moved, setMoved] = useState({ said: '', act: '' });
  useEffect(() => {
    if (moved.act === '') return;
    const find = (act: string) => box.current?.querySelector<HTMLElement>(`[data-act="${act}"]`);
    (find(moved.act) ?? find('add'))?.focus();
  }, [moved]);
  const after = (said: string, index: number, deed: string) => setMoved({ said, act: `${deed} ${index}` });
  return { box, said: moved.said, after };
}
