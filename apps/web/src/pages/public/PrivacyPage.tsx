import { privacyPolicy } from '../../content/privacy.ts';
import { LegalPage } from './parts/LegalPage.tsx';

export function Component() {
  return <LegalPage text={privacyPolicy} />;
}
