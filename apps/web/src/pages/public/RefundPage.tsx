import { refundPolicy } from '../../content/refund.ts';
import { LegalPage } from './parts/LegalPage.tsx';

export function Component() {
  return <LegalPage text={refundPolicy} />;
}
