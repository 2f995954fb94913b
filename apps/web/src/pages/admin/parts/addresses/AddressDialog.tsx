import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Notice } from '../../../../ui/States.tsx';
import { useGuardedClose } from '../../../../unsaved/useGuardedClose.tsx';
import { AddressFields } from './AddressFields.tsx';
import { type Address, openOrders, type Saved } from './addresses.ts';
import { useAddressForm } from './useAddressForm.ts';

type AddressFormProps = {
  /** The address to edit; null adds one. */
  edited: Address | null;
  /** Minutes for which traders do not see a change yet. */
  delayMinutes: number;
  onClose: () => void;
  onSaved: (saved: Saved) => void;
};

/** A drawer that edits a payment address, or adds one. What was typed is given up when it closes. */
export function AddressDialog({ open, ...form }: AddressFormProps & { open: boolean }) {
  const [close, question] = useGuardedClose(form.onClose);
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        placement="end"
        title={form.edited ? 'Edit address' : 'Add an address'}
      >
        <AddressForm {...form} />
      </Dialog>
      {question}
    </>
  );
}

/** Where no checksum protects the address, it is typed twice. */
function AddressForm({ edited, delayMinutes, onClose, onSaved }: AddressFormProps) {
  const { form, action, submit, twice, moves, conflict } = useAddressForm(edited, onSaved);
  const waiting = edited?.openOrders ?? 0;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {conflict}
      <AddressFields form={form} twice={twice} />
      {moves && waiting > 0 && (
        <Notice
          tone="warn"
          title={`${openOrders(waiting)} still ${waiting === 1 ? 'waits' : 'wait'} for a payment`}
        >
          {waiting === 1 ? 'It keeps' : 'They keep'} showing the present address, with a notice that the
          addresses changed. Payments may still arrive there.
        </Notice>
      )}
      <p className="text-sm text-ink-2">
        {delayMinutes > 0 &&
          `Traders see the change after ${delayMinutes} minutes, or once another administrator confirms it. `}
        All administrators are told of it by email.
      </p>
      {form.formState.errors.root && (
        <Notice tone="error" role="alert">
          {form.formState.errors.root.message}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={action.busy}>
          {edited ? 'Update Address' : 'Add Address'}
        </Button>
      </div>
    </form>
  );
}
