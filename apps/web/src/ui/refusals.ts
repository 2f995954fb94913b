import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Shows what the server refuses at the fields of a form and gives the focus to the first of them.
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
  return refused.length > 0;
}
