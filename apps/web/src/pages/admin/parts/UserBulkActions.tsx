import type { RequestBody } from '@firmament/contract';
import { download } from '../../../api/download.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatCount } from '../../../ui/format.ts';
import { ExportButton } from './list/ExportButton.tsx';
import type { Bulk } from './list/useBulk.ts';
import { exportedSelection, selectionBody } from './list/useListTable.ts';
import type { Selection } from './list/useSelection.ts';
import type { UserFilters } from './users.ts';

type UserBulkActionsProps = {
  selection: Selection;
  matching: UserFilters;
  /** The order that the list is shown in. */
  order: Pick<RequestBody<'POST /admin/users/export'>, 'sort' | 'order'>;
  bulk: Bulk;
};

/** What can be done with the selected users. */
export function UserBulkActions({ selection, matching, order, bulk }: UserBulkActionsProps) {
  const { count, tooMany } = selection;
  const users = count === 1 ? '1 user' : `${formatCount(count)} users`;
  const rows = selectionBody(selection, matching);
  return (
    <>
      <ExportButton
        size="small"
        run={() =>
          download('POST /admin/users/export', {
            selection: exportedSelection(selection, matching),
            ...order,
          })
        }
      />
      <Button
        variant="secondary"
        size="small"
        disabledReason={tooMany}
        onClick={() =>
          bulk.start({
            route: 'POST /admin/users/bulk/enable',
            label: `Enable ${users}`,
            body: { selection: rows },
          })
        }
      >
        Enable
      </Button>
      <Button
        variant="danger"
        size="small"
        disabledReason={tooMany}
        onClick={() => {
          const effect =
            count === 1
              ? 'The user is signed out everywhere and cannot sign in until enabled again.'
              : 'They are signed out everywhere and cannot sign in until enabled again.';
          if (!window.confirm(`Disable ${users}?\n\n${effect}`)) return;
          bulk.start({
            route: 'POST /admin/users/bulk/disable',
            label: `Disable ${users}`,
            body: { selection: rows },
          });
        }}
      >
        Disable
      </Button>
    </>
  );
}
