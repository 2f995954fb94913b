import { layOut } from '../../platform/mail-layout.ts';
import type { MailSurroundings, Renderer } from '../../platform/mails.ts';

/**
 * A program reads the code as the only run of four digits, so the firm's name loses longer runs, and the user's name, which
 * anyone can choose for anyone's address, is left out.
 */
const withoutDigits = (around: MailSurroundings): MailSurroundings => ({
  ...around,
  firmName: around.firmName.replace(/\d{4,}/g, '').trim() || 'Verification',
});

const codeMail = (code: string, purpose: string, around: MailSurroundings) => ({
  subject: `Your verification code is ${code}`,
  ...layOut(
    withoutDigits(around),
    [
      { kind: 'text', text: purpose },
      { kind: 'code', text: code },
      {
        kind: 'text',
        text: 'The code is good for ten minutes and works once. If you did not ask for it, ignore this mail: nothing happens without the code.',
      },
    ],
    { footer: false },
  ),
});

export const verificationCodeMail: Renderer<'verification_code'> = ({ code }, around) =>
  codeMail(code, 'Enter this code on the verification page to confirm your email address:', around);

export const emailChangeCodeMail: Renderer<'email_change_code'> = ({ code }, around) =>
  codeMail(code, 'Enter this code in your profile to confirm your new email address:', around);

export const passwordResetMail: Renderer<'password_reset'> = ({ token }, around) => ({
  subject: 'Reset your password',
  ...layOut(around, [
    {
      kind: 'text',
      text: `Somebody, hopefully you, asked for a new password for your account at ${around.firmName}.`,
    },
    { kind: 'link', label: 'Choose a new password', url: `${around.publicUrl}/reset-password/${token}` },
    {
      kind: 'text',
      text: 'The link is good for 30 minutes and works once. If you did not ask for it, ignore this mail: your password stays as it is.',
    },
  ]),
});
