import { layOut } from '../../platform/mail-layout.ts';
import type { MailPayloads, Renderer } from '../../platform/mails.ts';
import { minuteText } from '../../platform/minute-text.ts';

type Kind = MailPayloads['security_notice']['kind'];

const TEXTS: Record<Kind, { subject: string; text: string }> = {
  two_factor_on: {
    subject: 'Two-factor sign-in was turned on',
    text: 'Signing in to your account now asks for a code of your authenticator app. All other devices were signed out.',
  },
  two_factor_off: {
    subject: 'Two-factor sign-in was turned off',
    text: 'Signing in to your account asks for your password alone from now on.',
  },
  two_factor_reset: {
    subject: 'Two-factor sign-in was reset',
    text: 'An administrator turned two-factor sign-in off for your account and signed you out everywhere. Sign in with your password and set it up again in your profile.',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes were made',
    text: 'The recovery codes of your account were replaced. The old ones no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    text: 'A recovery code was used in place of a code of your authenticator app. It works no more.',
  },
  password_changed: {
    subject: 'Your password was changed',
    text: 'The password of your account was changed. All other devices were signed out.',
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    text: 'Your account now belongs to another e-mail address, and this one no longer signs in.',
  },
  sign_in_after_failures: {
    subject: 'Somebody signed in after many wrong passwords',
    text: 'Your password was given after ten or more wrong ones in a row.',
  },
};

export const securityNoticeMail: Renderer<'security_notice'> = ({ name, kind, at, device }, around) => {
  const { subject, text } = TEXTS[kind];
  const facts: [string, string][] = [['When', minuteText(new Date(at))]];
  if (device) facts.push(['Where', device]);
  return {
    subject,
    ...layOut(around, [
      { kind: 'text', text: `Hello ${name},` },
      { kind: 'text', text },
      { kind: 'facts', facts },
      {
        kind: 'text',
        text: 'If this was not you, set a new password at once and tell us.',
      },
      { kind: 'link', label: 'Set a new password', url: `${around.publicUrl}/forgot-password` },
    ]),
  };
};
