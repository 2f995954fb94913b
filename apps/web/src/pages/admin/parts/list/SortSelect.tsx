import { Select } from '../../../../ui/inputs.tsx';
import type { Sort } from '../../../../ui/Table.tsx';

type SortSelectProps<Id extends string> = {
  options: readonly { column: Id; label: string }[];
  sort: Sort<Id> | null;
  onSort: (sort: Sort<Id>) => void;
};

/** The order of the list where no header has room for it: on phones. */
export function SortSelect<Id extends string>({ options, sort, onSort }: SortSelectProps<Id>) {
  const { column, direction } = sort ?? { column: 'created', direction: 'descending' };
  const choices = options.flatMap((option) =>
    (['ascending', 'descending'] as const).map((way) => ({ ...option, direction: way })),
  );
  return (
    <Select
      aria-label="Order"
      value={`${column} ${direction}`}
      className="w-[calc(50%-0.375rem)] md:hidden"
      onChange={(event) => {
        const chosen = choices.find(
          (choice) => `${choice.column} ${choice.direction}` === event.target.value,
        );
        if (chosen) onSort({ column: chosen.column, direction: chosen.direction });
      }}
    >
      {choices.map((choice) => (
        <option key={`${choice.column} ${choice.direction}`} value={`${choice.column} ${choice.direction}`}>
          {choice.label} {choice.direction === 'ascending' ? '↑' : '↓'}
        </option>
      ))}
    </Select>
  );
}
