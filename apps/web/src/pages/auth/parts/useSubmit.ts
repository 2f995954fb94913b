import { useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, messageOf } from '../../../api/client.ts';
import { seeRefused, showRefusals } from '../../../ui/refusals.ts';
import { toast } from '../../../ui/toast.ts';

/**
 * Submits a form once at a time. A failure that names fields is shown at them, any other one as `failure`,
 * with the server's message, else the error's own, else the fallback (specification section 8). Where the server said
 * nothing, a toast names in `short` what failed.
 */
export function useSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  work: (values: Values) => Promise<void>,
  fallback: string,
  short?: string,
) {
  const [failure, setFailure] = useState<string | null>(null);
  // Set before anything is drawn: Enter pressed twice must not send twice.
  const running = useRef(false);
  const submit = form.handleSubmit(async (values) => {
    if (running.current) return;
    running.current = true;
    setFailure(null);
    try {
      await work(values);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (!showRefusals(form, fields)) {
        const own = error instanceof Error && !(error instanceof ApiError) ? error.message : fallback;
        setFailure(messageOf(error, own));
        if (short && !(error instanceof ApiError && error.fromServer)) toast.error(short);
      }
    } finally {
      running.current = false;
    }
  }, seeRefused);
  return { submit, failure, forget: () => setFailure(null), busy: form.formState.isSubmitting };
}
