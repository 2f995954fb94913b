import { LegalPage } from './parts/LegalPage.tsx';

export function Component() {
  return <LegalPage page="refund" title="Refund Policy" />;
}
