import type { RequestBody } from '@firmament/contract';
import { STAGES } from '@firmament/rules';
import { useState } from 'react';
import { download } from '../../../api/download.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Checkbox } from '../../../ui/inputs.tsx';
import { Menu, menuItemClass } from '../../../ui/Menu.tsx';
import { STAGE_LABELS } from './accounts.ts';
import { ExportButton } from './list/ExportButton.tsx';
import type { Bulk } from './list/useBulk.ts';
import { exportedSelection, selectionBody } from './list/useListTable.ts';
import type { Selection } from './list/useSelection.ts';

type Matching = Extract<
  RequestBody<'POST /admin/accounts/export'>['selection'],
  { matching: unknown }
>['matching'];

type AccountBulkActionsProps = {
  selection: Selection;
  matching: Matching;
  /** The order that the list is shown in. */
  order: Pick<RequestBody<'POST /admin/accounts/export'>, 'sort' | 'order'>;
  bulk: Bulk;
};

const accounts = (count: number): string => (count === 1 ? '1 account' : `${formatCount(count)} accounts`);

/** What can be done with the selected accounts. Each row goes through the same rules as alone. */
export function AccountBulkActions({ selection, matching, order, bulk }: AccountBulkActionsProps) {
  const [restart, setRestart] = useState(true);
  const { count, tooMany } = selection;
  const rows = selectionBody(selection, matching);
  const sure = (question: string) => window.confirm(question);
  return (
    <>
      <Menu
        label="Set stage"
        side="above"
        align="start"
        buttonClassName="min-h-8! pointer-coarse:min-h-11! border border-control px-3! text-sm font-semibold"
      >
        <p className="label px-3 pt-1 pb-1.5">{accounts(count)}</p>
        {STAGES.map((stage) => (
          <button
            key={stage}
            type="button"
            className={menuItemClass}
            aria-disabled={Boolean(tooMany) || undefined}
            title={tooMany}
            onClick={() =>
              !tooMany &&
              bulk.start({
                route: 'POST /admin/accounts/bulk/stage',
                label: `Set ${accounts(count)} to ${STAGE_LABELS[stage]}`,
                body: { selection: rows, stage, restart },
              })
            }
          >
            {STAGE_LABELS[stage]}
          </button>
        ))}
        <div className="mt-1 border-t border-line px-3 pt-1.5">
          <Checkbox
            label="Start the phase afresh"
            checked={restart}
            onChange={(event) => setRestart(event.target.checked)}
          />
        </div>
      </Menu>
      <Button
        variant="secondary"
        size="small"
        disabledReason={tooMany}
        onClick={() =>
          bulk.start({
            route: 'POST /admin/accounts/bulk/verify-payment',
            label: `Verify the payment of ${accounts(count)}`,
            body: { selection: rows },
          })
        }
      >
        Verify payment
      </Button>
      <Button
        variant="secondary"
        size="small"
        disabledReason={tooMany}
        onClick={() =>
          bulk.start({
            route: 'POST /admin/accounts/bulk/remind',
            label: `Remind ${accounts(count)} of the payment`,
            body: { selection: rows },
          })
        }
      >
        Send reminder
      </Button>
      <ExportButton
        size="small"
        run={() =>
          download('POST /admin/accounts/export', {
            selection: exportedSelection(selection, matching),
            ...order,
          })
        }
      />
      <Button
        variant="danger"
        size="small"
        disabledReason={tooMany}
        onClick={() => {
          const effect =
            count === 1
              ? 'Its status becomes failed, and its trader is notified by email.'
              : 'Their status becomes failed, and each trader is notified by email.';
          if (!sure(`Mark ${accounts(count)} as failed?\n\n${effect}`)) return;
          bulk.start({
            route: 'POST /admin/accounts/bulk/mark-failed',
            label: `Mark ${accounts(count)} as failed`,
            body: { selection: rows },
          });
        }}
      >
        Mark as Failed
      </Button>
      <Button
        variant="danger"
        size="small"
        disabledReason={tooMany}
        onClick={() => {
          const effect =
            "What is deleted disappears from every list and from the traders' dashboards. The history stays for the audit.";
          if (!sure(`Delete ${accounts(count)}?\n\n${effect}`)) return;
          bulk.start({
            route: 'POST /admin/accounts/bulk/delete',
            label: `Delete ${accounts(count)}`,
            body: { selection: rows },
          });
        }}
      >
        Delete
      </Button>
    </>
  );
}
