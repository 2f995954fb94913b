import type { PaymentStatus, Stage, Status } from '@firmament/rules';
import { Badge } from '../../../ui/Badge.tsx';
import { PAYMENT_LABELS, PAYMENT_TONES, STAGE_LABELS, STATUS_LABELS, STATUS_TONES } from './accounts.ts';

export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge tone={STATUS_TONES[status]} dot={status === 'active'}>
      {STATUS_LABELS[status]}
    </Badge>
  );
}

/** `named` says that it is the payment, where no column header does. */
export function PaymentBadge({ status, named = false }: { status: PaymentStatus; named?: boolean }) {
  const label = PAYMENT_LABELS[status];
  return <Badge tone={PAYMENT_TONES[status]}>{named ? `Payment ${label.toLowerCase()}` : label}</Badge>;
}

export function StageBadge({ stage }: { stage: Stage }) {
  return <Badge tone={stage === 'live' ? 'pro' : 'info'}>{STAGE_LABELS[stage]}</Badge>;
}
