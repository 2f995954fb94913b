/** Where a purchased account stands in its life (specification section 4). */
export const STATUSES = ['pending_payment', 'payment_submitted', 'active', 'inactive', 'failed'] as const;
export type Status = (typeof STATUSES)[number];

/** Whether the payment of a purchase was judged, and how (specification section 4). */
export const PAYMENT_STATUSES = ['pending', 'verified', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The stage of the challenge: evaluation, verification, funded (specification section 4). */
export const STAGES = ['phase1', 'phase2', 'live'] as const;
export type Stage = (typeof STAGES)[number];

/** The two package names, which are also the challenge types (specification section 3). */
export const CHALLENGE_TYPES = ['1-Step Challenge', '2-Step Challenge'] as const;
export type ChallengeType = (typeof CHALLENGE_TYPES)[number];
