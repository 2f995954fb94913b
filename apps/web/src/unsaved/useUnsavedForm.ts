import { useEffect, useRef } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useAuth } from '../auth/AuthProvider.tsx';
import { readToken } from '../auth/token.ts';
import { toast } from '../ui/toast.ts';
import { draftOf, readDraft, writeDraft } from './drafts.ts';
import { useUnsaved } from './unsaved.ts';

const RESTORED = 'What you typed before is back; it is not saved yet.';

/**
 * Guards a form: leaving with changes asks first, and what was typed outlives an expired session and a reload. `name` is
 * the form's own and that of the thing it edits; `secrets` are fields that are never stored. Returns what to call before
 * a "Cancel" that leaves.
 */
export function useUnsavedForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
  secrets: readonly Path<Values>[] = [],
): () => void {
  const { user } = useAuth();
  const userId = user?._id ?? '';
  const { isDirty } = form.formState;
  const given = useRef(secrets);

  useEffect(() => {
    const draft = readDraft(userId, name);
    for (const [field, value] of Object.entries(draft ?? {})) {
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    if (draft) toast(RESTORED, { id: 'restored' });
    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields = {} }) =>
        writeDraft(userId, name, draftOf(values, dirtyFields, given.current)),
    });
  }, [form, name, userId]);

  // A form that goes away with its session keeps its draft for the next sign-in; otherwise it was given up.
  useEffect(() => () => void (readToken() !== null && writeDraft(userId, name, null)), [name, userId]);

  return useUnsaved(isDirty);
}
