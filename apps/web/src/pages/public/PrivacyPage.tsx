import { LegalPage } from './parts/LegalPage.tsx';

export function Component() {
  return <LegalPage page="privacy" title="Privacy Policy" />;
}
