import type { FieldErrors } from 'react-hook-form';

/** A message stands at its field; groups of fields nest. */
const countOf = (errors: unknown): number => {
  if (typeof errors !== 'object' || errors === null) return 0;
  if ('message' in errors && typeof errors.message === 'string') return 1;
  return Object.values(errors).reduce<number>((sum, each) => sum + countOf(each), 0);
};

/** Beside the button that was pressed: how many fields stopped it, wherever on the page they are. */
export function RefusedFields({ errors: { root: _, ...errors } }: { errors: FieldErrors }) {
  const count = countOf(errors);
  if (count === 0) return null;
  return (
    <p role="alert" className="text-sm text-loss">
      {count === 1 ? '1 field needs attention' : `${count} fields need attention`}
    </p>
  );
}
