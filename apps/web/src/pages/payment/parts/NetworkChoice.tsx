import { clsx } from 'clsx';
import type { Address } from './order.ts';

type NetworkChoiceProps = {
  addresses: readonly Address[];
  chosen: Address | null;
  onChoose: (id: string | null) => void;
};

/** The networks as buttons: the pressed one leaves only its address on the page; pressed again, all are back. */
export function NetworkChoice({ addresses, chosen, onChoose }: NetworkChoiceProps) {
  return (
    <fieldset className="mb-2 mt-4">
      <legend className="text-ui font-medium">What do you pay with?</legend>
      <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-2">
        {addresses.map(({ _id, name, network }) => {
          const pressed = _id === chosen?._id;
          return (
            <button
              key={_id}
              type="button"
              aria-pressed={pressed}
              onClick={() => onChoose(pressed ? null : _id)}
              className={clsx(
                'press flex min-h-13 flex-col rounded-control border px-3 py-2 text-start leading-tight transition-colors',
                pressed
                  ? 'border-primary bg-primary text-on-primary'
                  : 'border-control hover:border-ink hover:bg-sunken',
              )}
            >
              <span className="font-semibold">{network}</span>
              <bdi className={clsx('text-sm [overflow-wrap:anywhere]', !pressed && 'text-ink-2')}>{name}</bdi>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
