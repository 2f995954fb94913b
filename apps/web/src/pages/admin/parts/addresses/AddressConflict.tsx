import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { RelativeTime } from '../../../../ui/Values.tsx';
import type { Address } from './addresses.ts';

type Values = Pick<Address, 'name' | 'network' | 'address'>;
export type AddressConflictProps = {
  before: Values;
  now: Address;
  mine: Values;
  onTheirs: () => void;
  onMine: () => void;
};

const FIELDS = [
  ['name', 'Name'],
  ['network', 'Network'],
  ['address', 'Address'],
] as const;

/** Somebody else changed the address that is being edited: what, and whose values are to stay. */
export function AddressConflict({ before, now, mine, onTheirs, onMine }: AddressConflictProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice
        tone="warn"
        role="alert"
        title={
          <>
            Changed by {now.updatedBy?.name ?? 'somebody else'} <RelativeTime value={now.updatedAt} />
          </>
        }
      >
        <p>Your change was not saved, and nothing was overwritten.</p>
        <dl className="mt-2 flex flex-col gap-2">
          {FIELDS.filter(([field]) => before[field] !== now[field] || mine[field] !== now[field]).map(
            ([field, label]) => (
              <div key={field} className="wrap-anywhere">
                <dt className="font-medium">{label}</dt>
                <dd>
                  {before[field] === now[field] ? 'Still' : 'Theirs:'} <strong>{now[field]}</strong>
                </dd>
                {mine[field] !== now[field] && (
                  <dd>
                    Yours: <strong>{mine[field]}</strong>
                  </dd>
                )}
              </div>
            ),
          )}
        </dl>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" variant="secondary" onClick={onTheirs}>
            Keep theirs
          </Button>
          <Button size="small" variant="secondary" onClick={onMine}>
            Apply mine again
          </Button>
        </div>
      </Notice>
    </div>
  );
}
