import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

/** Specification section 2, "Payment-received dialog". */
export function PaymentReceived({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Payment Received!"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-3 text-prose">
        <p>
          Thank you for your payment! We're processing your payment proof and will send your account details
          to your email shortly.
        </p>
        <p className="font-semibold">Processing time: less than 30 minutes</p>
        <p className="text-ink-2">We'll send your account details via email once processing is complete.</p>
      </div>
    </Dialog>
  );
}
