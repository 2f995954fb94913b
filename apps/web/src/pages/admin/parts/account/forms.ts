// The forms that need the form library, in one piece: they come after the page.
export { CredentialsForm } from './CredentialsForm.tsx';
export { OverrideForm } from './OverrideForm.tsx';
