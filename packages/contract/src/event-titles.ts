/** What the history of an account calls what happened; both sides need it: one shows it, one searches it. */

type Facts = Readonly<Record<string, unknown>> | null;

/** By what happened, as `eventKind` says it. What is not here is called by its own name. */
export const EVENT_TITLES: Readonly<Record<string, string>> = {
  purchased: 'Purchased',
  payment_opened: 'Payment page opened',
  payment_verified: 'Payment verified',
  payment_rejected: 'Payment rejected',
  undone: 'Undone',
  proof_uploaded: 'Payment proof uploaded',
  credentials_assigned: 'MT5 credentials assigned',
  breached: 'Marked as failed',
  stage_set: 'Stage changed',
  overridden: 'Changed by hand',
  balance_updated: 'Balance updated',
  closed: 'Closed',
  deleted: 'Deleted',
};

const setsState = (after: Facts): boolean =>
  after !== null && ('status' in after || 'paymentStatus' in after);

/** What happened: the stored event, told apart by what it set where one stands for several things. */
export const eventKind = (event: string, after: Facts): string => {
  if (event === 'overridden' && !setsState(after)) return 'balance_updated';
  if (event === 'payment_judged') {
    return after?.paymentStatus === 'failed' ? 'payment_rejected' : 'payment_verified';
  }
  return event;
};
