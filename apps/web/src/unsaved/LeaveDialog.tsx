import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { forgetDrafts } from './drafts.ts';

const TEXTS = {
  page: {
    title: 'Leave without saving?',
    text: 'This page holds changes that are not saved. They are lost when you leave.',
    stay: 'Stay on this page',
  },
  form: {
    title: 'Close without saving?',
    text: 'This form holds changes that are not saved. They are lost when you close it.',
    stay: 'Keep editing',
  },
};

type LeaveDialogProps = { of: keyof typeof TEXTS; onStay: () => void; onLeave: () => void };

/** Staying is the first and harmless choice. */
export function LeaveDialog({ of, onStay, onLeave }: LeaveDialogProps) {
  const { title, text, stay } = TEXTS[of];
  const leave = () => {
    forgetDrafts();
    onLeave();
  };
  return (
    <Dialog
      open
      onClose={onStay}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onStay}>
            {stay}
          </Button>
          <Button variant="danger" onClick={leave}>
            Discard changes
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{text}</p>
    </Dialog>
  );
}
