import type { Stage, Status } from '@firmament/rules';
import type { Tone } from '../../../ui/Badge.tsx';

export const statusLabel: Record<Status, string> = {
  pending_payment: 'Pending payment',
  payment_submitted: 'Payment submitted',
  active: 'Active',
  inactive: 'Inactive',
  failed: 'Failed',
};

export const statusTone: Record<Status, Tone> = {
  pending_payment: 'warn',
  payment_submitted: 'warn',
  active: 'gain',
  inactive: 'neutral',
  failed: 'loss',
};

export const stageLabel: Record<Stage, string> = { phase1: 'Phase 1', phase2: 'Phase 2', live: 'Live' };
