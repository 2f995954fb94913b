import { type ReactNode, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { ApiError } from '../../../../api/client.ts';
import { isConflict } from '../feedback.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { comparedTexts, type Texts, withTyped } from './typed.ts';

type Options<Subject extends { version: number }, Values extends FieldValues> = {
  /** What `useVersionedForm` gave. */
  edited: { form: UseFormReturn<Values>; base: Subject | null; startFrom: (next: Subject) => void };
  valuesOf: (subject: Subject) => Values;
  textsOf: (values: Values) => Texts;
  /** Reads the thing anew; undefined where it is gone. */
  read: () => Promise<Subject | undefined>;
  save: (values: Values, version: number) => void;
  /** The values belong together: applied again, they go over the other person's as a whole. */
  whole?: boolean;
};

type Met<Subject> = { before: Subject; now: Subject; changed: ApiError['changed'] };

/**
 * What somebody else did to a thing while its form was open. `meet` takes the refusal of a change and says whether `notice`
 * shows both sides now. Nothing that was typed is lost: applied again, it goes over what is there
 * now, and fields that were not typed into stay theirs.
 */
export function useFormConflict<Subject extends { version: number }, Values extends FieldValues>(
  options: Options<Subject, Values>,
): { meet: (error: unknown) => Promise<boolean>; notice: ReactNode } {
  const { edited, valuesOf, textsOf, read, save, whole = false } = options;
  const { form, base, startFrom } = edited;
  const [met, setMet] = useState<Met<Subject> | null>(null);
  const { dirtyFields } = form.formState;
  const meet = async (error: unknown): Promise<boolean> => {
    if (!isConflict(error) || !base) return false;
    const now = await read().catch(() => undefined);
    if (!now) return false;
    setMet({ before: base, now, changed: error instanceof ApiError ? error.changed : null });
    return true;
  };
  const mineOver = (now: Subject, typed: FieldValues): Values =>
    whole ? (typed as Values) : withTyped(valuesOf(now), typed, dirtyFields);
  const notice = met && base && (
    <FormConflict
      key={met.now.version}
      form={form}
      changed={met.changed}
      compare={(typed) =>
        comparedTexts(
          textsOf(valuesOf(met.before)),
          textsOf(valuesOf(met.now)),
          textsOf(mineOver(met.now, typed)),
        )
      }
      onTheirs={() => {
        setMet(null);
        startFrom(met.now);
      }}
      onMine={form.handleSubmit((typed) => {
        setMet(null);
        save(mineOver(met.now, typed), met.now.version);
      })}
    />
  );
  return { meet, notice };
}

type FormConflictProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  changed: ApiError['changed'];
  compare: (typed: FieldValues) => ReturnType<typeof comparedTexts>;
  onTheirs: () => void;
  onMine: () => void;
};

/** As typed this moment: the form stays open below. */
function FormConflict<Values extends FieldValues>(props: FormConflictProps<Values>) {
  const { form, changed, compare, onTheirs, onMine } = props;
  const typed = useWatch({ control: form.control });
  return <ConflictNotice changed={changed} facts={compare(typed)} onTheirs={onTheirs} onMine={onMine} />;
}
