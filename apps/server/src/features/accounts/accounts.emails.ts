import { type Cents, formatSize, growthTargetPercent, type Stage } from '@firmament/rules';
import { layOut } from '../../platform/mail-layout.ts';
import type { MailSurroundings, RenderedMail, Renderer } from '../../platform/mails.ts';

const STAGE_NAMES: { readonly [S in Stage]: string } = { phase1: 'Phase 1', phase2: 'Phase 2', live: 'Live' };

const planOf = (mail: { tier: string; packageName: string; accountSize: Cents }): string =>
  `${mail.tier} ${mail.packageName} (${formatSize(mail.accountSize)})`;

const dashboardLink = (around: MailSurroundings, login: string | null) => ({
  kind: 'link' as const,
  label: 'Open your dashboard',
  url: `${around.publicUrl}/dashboard${login === null ? '' : `/${login}`}`,
});

const helpOf = (around: MailSurroundings): string =>
  `If you have a question, write to us at ${around.supportEmail}.`;

const paymentVerified: Renderer<'payment_verified'> = (payload, around) => ({
  subject: `Your payment was verified - ${around.firmName}`,
  ...layOut(around, [
    { kind: 'text', text: `Hello ${payload.name},` },
    {
      kind: 'text',
      text: `We have verified your payment for the ${planOf(payload)}. Thank you. Your credentials are being prepared.`,
    },
    { kind: 'text', text: 'You will receive another email as soon as your trading account is ready.' },
    dashboardLink(around, null),
  ]),
});

const paymentRejected: Renderer<'payment_rejected'> = (payload, around) => ({
  subject: `Your payment could not be confirmed - ${around.firmName}`,
  ...layOut(around, [
    { kind: 'text', text: `Hello ${payload.name},` },
    { kind: 'text', text: `We could not confirm your payment for the ${planOf(payload)}.` },
    ...(payload.reason ? [{ kind: 'text' as const, text: `Reason: ${payload.reason}` }] : []),
    {
      kind: 'text',
      text: 'Please check your payment and upload a new screenshot on the payment page. Your order stays open.',
    },
    { kind: 'link', label: 'Open the payment page', url: `${around.publicUrl}/payment/${payload.accountId}` },
    { kind: 'text', text: helpOf(around) },
  ]),
});

/**
 * The activation mail. Without `password` it says where the password is shown; the operator decides whether mails may carry
 * it.
 */
export const renderCredentials = (
  payload: Parameters<Renderer<'credentials_ready'>>[0],
  around: MailSurroundings,
  password: string | null,
): RenderedMail => ({
  subject: `Your trading account is ready - ${around.firmName}`,
  ...layOut(around, [
    { kind: 'text', text: `Hello ${payload.name},` },
    { kind: 'text', text: `Your trading account for the ${planOf(payload)} is ready.` },
    {
      kind: 'facts',
      facts: [
        ['Login', payload.login],
        ['Server', payload.server],
        ...(password === null ? [] : [['Password', password] satisfies [string, string]]),
      ],
    },
    {
      kind: 'text',
      text:
        password === null
          ? 'For your safety the password is not in this email. You find it in your dashboard.'
          : 'Please keep this email to yourself.',
    },
    dashboardLink(around, payload.login),
  ]),
});

const credentialsReady: Renderer<'credentials_ready'> = (payload, around) =>
  renderCredentials(payload, around, null);

const stageChanged: Renderer<'stage_changed'> = (payload, around) => ({
  subject: `Your account is now in stage ${STAGE_NAMES[payload.stage]} - ${around.firmName}`,
  ...layOut(around, [
    { kind: 'text', text: `Hello ${payload.name},` },
    {
      kind: 'text',
      text: `Your ${planOf(payload)} moved from ${STAGE_NAMES[payload.previous]} to ${STAGE_NAMES[payload.stage]}.`,
    },
    {
      kind: 'facts',
      facts: [
        ['Stage', STAGE_NAMES[payload.stage]],
        ['Growth target', `${growthTargetPercent(payload.stage)}%`],
        ...(payload.login === null ? [] : [['Login', payload.login] satisfies [string, string]]),
      ],
    },
    dashboardLink(around, payload.login),
  ]),
});

const breach: Renderer<'breach'> = (payload, around) => ({
  subject: `Your trading account was marked as failed - ${around.firmName}`,
  ...layOut(around, [
    { kind: 'text', text: `Hello ${payload.name},` },
    {
      kind: 'text',
      text: `Your ${planOf(payload)}${payload.login === null ? '' : ` with the login ${payload.login}`} was marked as failed.`,
    },
    { kind: 'text', text: `Reason: ${payload.reason}` },
    dashboardLink(around, payload.login),
    { kind: 'text', text: `If you think that this is a mistake, write to us at ${around.supportEmail}.` },
  ]),
});

/** The mails about an account's life. */
export const accountRenderers = {
  payment_verified: paymentVerified,
  payment_rejected: paymentRejected,
  credentials_ready: credentialsReady,
  stage_changed: stageChanged,
  breach,
};
