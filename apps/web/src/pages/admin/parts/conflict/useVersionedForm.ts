import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import { useUnsavedForm } from '../../../../unsaved/useUnsavedForm.ts';

/** What is edited; null for something new. */
type Versioned = { version: number } | null;

type Options<Subject extends Versioned, Values extends FieldValues> = {
  /** What is there now. */
  stored: Subject;
  valuesOf: (subject: Subject) => Values;
  /** The form's own name and that of the thing it edits, for the draft. */
  name: string;
  /** Fields that no storage may hold. */
  secrets?: readonly Path<Values>[];
  resolver?: Resolver<Values>;
};

/**
 * The form of something that others may change meanwhile. It follows what is stored as long as nothing is typed; from the
 * first letter on it stays with what it started from, `base`, whose version the change must name. `startFrom` begins anew.
 */
export function useVersionedForm<Subject extends Versioned, Values extends FieldValues>(
  options: Options<Subject, Values>,
) {
  const { stored, valuesOf, name, secrets, resolver } = options;
  const [base, setBase] = useState(stored);
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: valuesOf(base) as DefaultValues<Values>,
    ...(resolver ? { resolver } : {}),
  });
  const { isDirty } = form.formState;
  const giveUp = useUnsavedForm(form, name, secrets);
  const startFrom = (next: Subject) => {
    setBase(next);
    giveUp();
    form.reset(valuesOf(next));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version is taken over as long as nothing is typed
  useEffect(() => {
    if (!isDirty && stored && stored.version > (base?.version ?? 0)) startFrom(stored);
  }, [stored, isDirty]);
  return { form, base, startFrom, giveUp };
}
