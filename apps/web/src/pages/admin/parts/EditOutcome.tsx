import { Undo2 } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { InlineFeedback } from './feedback.tsx';
import type { AccountEdit } from './useAccountEdit.ts';

type EditOutcomeProps = {
  edit: Pick<AccountEdit<unknown>, 'feedback' | 'undo' | 'busy'>;
  className?: string;
};

/** What became of a change, beside what was pressed, with its undo while that is offered. */
export function EditOutcome({ edit, className }: EditOutcomeProps) {
  const { undo } = edit;
  return (
    <span className={className ?? 'inline-flex min-h-8 flex-wrap items-center gap-x-2'}>
      {undo?.isOpen && (
        <Button
          variant="quiet"
          size="small"
          icon={<Undo2 size={15} aria-hidden="true" />}
          busy={undo.busy}
          onClick={undo.act}
          onFocus={() => undo.hold(true)}
          onBlur={() => undo.hold(false)}
          onPointerEnter={() => undo.hold(true)}
          onPointerLeave={() => undo.hold(false)}
        >
          Undo
        </Button>
      )}
      {/* The undo comes after the change; a next change takes its message away. */}
      <InlineFeedback feedback={undo?.feedback ?? edit.feedback} />
    </span>
  );
}
