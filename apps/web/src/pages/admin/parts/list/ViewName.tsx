import type { FormEvent } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { TextInput } from '../../../../ui/inputs.tsx';
import { type Feedback, InlineFeedback } from '../feedback.tsx';

type ViewNameProps = {
  /** What the name is for; null: it is not asked for. */
  naming: 'new' | 'rename' | null;
  name: string | undefined;
  save: { busy: boolean; feedback: Feedback | null };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
};

/** Asks for the name of a view. */
export function ViewName({ naming, name, save, onSubmit, onClose }: ViewNameProps) {
  return (
    <Dialog
      open={naming !== null}
      onClose={onClose}
      title={naming === 'rename' ? 'Rename the view' : 'Save as a view'}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="view-name" busy={save.busy}>
            Save
          </Button>
        </>
      }
    >
      <form id="view-name" onSubmit={onSubmit} className="flex flex-col gap-2">
        <Field label="Name" hint="Only you see it. The list’s filters, search and order are kept with it.">
          <TextInput name="name" required maxLength={40} autoComplete="off" defaultValue={name} />
        </Field>
        <InlineFeedback feedback={save.feedback?.tone === 'error' ? save.feedback : null} />
      </form>
    </Dialog>
  );
}
