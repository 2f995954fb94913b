import { LegalPage } from './parts/LegalPage.tsx';

export function Component() {
  return <LegalPage page="terms" title="Terms of Service" />;
}
