import { STAGES } from '@firmament/rules';
import { type KeyboardEvent, useId, useState } from 'react';
import { Checkbox, Select } from '../../../ui/inputs.tsx';
import { STAGE_LABELS, type TradingAccount } from './accounts.ts';
import { oneOf } from './list-url.ts';
import type { AccountEdit } from './useAccountEdit.ts';
import type { StageEdit } from './useCardActions.ts';

/** Keys that would change a closed select at once open its list instead: nothing happens by accident. */
const openList = (event: KeyboardEvent<HTMLSelectElement>) => {
  const changes = event.key.startsWith('Arrow') || /^(?:Home|End|PageUp|PageDown)$/.test(event.key);
  const types = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!changes && !types) return;
  event.preventDefault();
  try {
    event.currentTarget.showPicker();
  } catch {
    // Without a picker of its own the browser's usual keys would have worked; the mouse still does.
  }
};

type StageSelectProps = { account: TradingAccount; edit: AccountEdit<StageEdit> };

/** The stage, changed on choice; with the ticked box the new phase starts afresh. */
export function StageSelect({ account, edit }: StageSelectProps) {
  const id = useId();
  const [restart, setRestart] = useState(true);
  return (
    <div className="grid grid-cols-[minmax(7.5rem,1fr)_minmax(0,auto)] items-center gap-x-4 gap-y-1.5">
      <label htmlFor={id} className="col-span-2 font-medium">
        Stage
      </label>
      <Select
        id={id}
        value={account.stage}
        onKeyDown={openList}
        onChange={(event) => {
          const stage = oneOf(STAGES, event.target.value);
          if (stage && stage !== account.stage) edit.act({ stage, restart });
        }}
      >
        {STAGES.map((stage) => (
          <option key={stage} value={stage}>
            {STAGE_LABELS[stage]}
          </option>
        ))}
      </Select>
      <Checkbox
        label="Start the phase afresh"
        checked={restart}
        onChange={(event) => setRestart(event.target.checked)}
      />
    </div>
  );
}
