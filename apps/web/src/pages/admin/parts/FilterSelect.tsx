import { Select } from '../../../ui/inputs.tsx';

type FilterSelectProps<Id extends string> = {
  label: string;
  /** The choice that filters nothing. */
  all: string;
  options: readonly { id: Id; label: string }[];
  value: Id | undefined;
  onChange: (id: Id | undefined) => void;
  /** How wide; default two in a row on phones. */
  className?: string;
};

/** A filter of a list; the first choice switches it off. */
export function FilterSelect<Id extends string>(props: FilterSelectProps<Id>) {
  const { label, all, options, value, onChange, className = 'w-[calc(50%-0.375rem)] sm:w-40' } = props;
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      className={className}
      onChange={(event) => onChange(options.find(({ id }) => id === event.target.value)?.id)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}
