import type { PaymentStatus } from '@firmament/rules';
import type { AccountRow, PaymentRow, Tx } from '../../db/schema.ts';
import { newestPayment } from './accounts.queries.ts';

const stateOf = (status: PaymentStatus, submitted: boolean): PaymentRow['state'] => {
  if (status === 'verified') return 'verified';
  if (status === 'failed') return 'rejected';
  return submitted ? 'submitted' : 'awaiting';
};

/** Carries an account's payment status over to its newest payment. */
export const keepPaymentInStep = async (
  tx: Tx,
  change: {
    before: AccountRow;
    after: AccountRow;
    proofUploaded: boolean;
    judgedBy: string | null;
    now: Date;
  },
): Promise<void> => {
  const { before, after, proofUploaded, judgedBy, now } = change;
  const judged = before.payment_status !== after.payment_status;
  if (!judged && !proofUploaded) return;
  const payment = await newestPayment(tx, after.id);
  if (!payment) return;
  // An undo (judged by nobody) puts the verdict back, not who gave it and when.
  const isVerdict = judged && after.payment_status !== 'pending' && judgedBy !== null;
  await tx
    .updateTable('payments')
    .set({
      state: stateOf(after.payment_status, proofUploaded || payment.submitted_at !== null),
      reason: after.rejection_reason,
      ...(proofUploaded ? { submitted_at: now } : {}),
      ...(isVerdict ? { judged_at: now, judged_by: judgedBy } : {}),
    })
    .where('id', '=', payment.id)
    .execute();
};
