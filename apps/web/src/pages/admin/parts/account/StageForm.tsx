import { messages } from '@firmament/contract/messages';
import { can, nextStages, STAGES, type Stage } from '@firmament/rules';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { Checkbox, Select } from '../../../../ui/inputs.tsx';
import { Panel } from '../../../../ui/Panel.tsx';
import { useUnsaved } from '../../../../unsaved/unsaved.ts';
import { factsOf, reasonOf, STAGE_LABELS, type TradingAccount } from '../accounts.ts';
import { EditOutcome } from '../EditOutcome.tsx';
import { oneOf } from '../list-url.ts';
import { wantedOfStage } from '../wanted.ts';
import { useAccountAction } from './useAccountAction.ts';

/** The stage; with the ticked box the phase starts afresh. */
export function StageForm({ account }: { account: TradingAccount }) {
  const [chosen, setChosen] = useState<Stage | null>(null);
  const [restart, setRestart] = useState(true);
  const stage = chosen ?? account.stage;
  useUnsaved(stage !== account.stage);
  const edit = useAccountAction({
    account,
    run: (body: { stage: Stage; restart: boolean }, version) =>
      call('PATCH /admin/accounts/{id}/stage', { params: { id: account._id }, body, ifMatch: version }),
    success: messages.stageUpdated,
    failure: messages.stageUpdateFailed,
    wanted: (body) => wantedOfStage(account, body),
    optimistic: true,
    onDone: () => setChosen(null),
    onFailed: (body) => setChosen(body.stage),
  });
  const [next] = nextStages(account.package.name, account.stage);
  const off = edit.busy ? undefined : reasonOf(can.setStage(factsOf(account), stage));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (off === undefined) edit.act({ stage, restart });
  };
  return (
    <Panel title="Phase of the challenge" className="no-print">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-3">
          <Field label="Stage">
            <Select value={stage} onChange={(event) => setChosen(oneOf(STAGES, event.target.value) ?? null)}>
              {STAGES.map((each) => (
                <option key={each} value={each}>
                  {STAGE_LABELS[each]}
                  {each === next ? ' (next)' : ''}
                </option>
              ))}
            </Select>
          </Field>
          <Checkbox
            className="sm:col-span-2 sm:pb-1"
            label="Start the phase afresh"
            checked={restart}
            onChange={(event) => setRestart(event.target.checked)}
          />
        </div>
        <p className="text-sm text-ink-2">
          {restart
            ? 'The balance becomes the initial one again, and trading days count from today. The finished phase stays in the history.'
            : 'Balance and trading days go on as they are.'}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="secondary" busy={edit.busy} disabledReason={off}>
            Update Stage
          </Button>
          <EditOutcome edit={edit} />
        </div>
      </form>
    </Panel>
  );
}
