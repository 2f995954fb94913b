import type { ResponseBody } from '@firmament/contract';

export type AccountItem = ResponseBody<'GET /dashboard/accounts'>['accounts'][number];

/** Bought, but not active yet: waiting for the payment, its check, or the credentials. Any other takes no proof. */
export const isPending = ({ status }: Pick<AccountItem, 'status'>): boolean =>
  status === 'pending_payment' || status === 'payment_submitted';

/** Step of the payment's progress: pay, proof sent, verified, credentials ready. */
export const paymentStep = (account: Pick<AccountItem, 'status' | 'paymentStatus'>): number => {
  if (account.status === 'active') return 4;
  if (account.paymentStatus === 'verified') return 3;
  return account.status === 'payment_submitted' ? 2 : 0;
};

const STEP_TEXTS = [
  'Waiting for your payment and its screenshot.',
  'Waiting for your payment and its screenshot.',
  'Your proof is being checked.',
  'Payment verified. Your credentials are being prepared.',
  'Your credentials are ready.',
];

export const paymentStepText = (account: AccountItem): string =>
  account.paymentStatus === 'failed'
    ? `Your payment was rejected${account.rejectionReason ? `: ${account.rejectionReason}` : '.'} Please send a new proof.`
    : (STEP_TEXTS[paymentStep(account)] ?? '');
