import { termsOfService } from '../../content/terms.ts';
import { LegalPage } from './parts/LegalPage.tsx';

export function Component() {
  return <LegalPage text={termsOfService} />;
}
