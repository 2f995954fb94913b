import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** What the bars at the edges of the window may cover of a page, in CSS pixels. */
const EDGE = 96;

/**
 * Brings the field with the focus into view once the focus is there; for `handleSubmit`, where a form is refused. The focus
 * alone does not, where the field had it already.
 */
export function seeRefused(): void {
  setTimeout(() => {
    const field = document.activeElement;
    if (!field) return;
    const { top, bottom } = field.getBoundingClientRect();
    if (top < EDGE || bottom > innerHeight - EDGE) field.scrollIntoView({ block: 'center' });
  });
}

/**
 * Shows what the server refuses at the fields of a form and gives the focus to the first of them, in view.
 * @returns whether any field of the form is meant
 */
export function showRefusals<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  fields: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(form.getValues());
  const placeOf = (path: string) => names.indexOf(path.split('.')[0] ?? '');
  const refused = Object.keys(fields)
    .filter((path) => placeOf(path) >= 0)
    .sort((one, other) => placeOf(one) - placeOf(other));
  for (const [at, path] of refused.entries())
    form.setError(path as Path<Values>, { message: fields[path] ?? '' }, { shouldFocus: at === 0 });
  if (refused.length > 0) seeRefused();
  return refused.length > 0;
}
