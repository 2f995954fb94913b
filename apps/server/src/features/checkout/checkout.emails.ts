import { dollarsFromCents, formatSize } from '@firmament/rules';
import { layOut } from '../../platform/mail-layout.ts';
import type { Renderer } from '../../platform/mails.ts';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Tells the trader that the proof of a payment came in. */
export const paymentReceived: Renderer<'payment_received'> = (payload, around) => ({
  subject: `We received your payment proof - ${around.firmName}`,
  ...layOut(around, [
    { kind: 'text', text: `Hello ${payload.name},` },
    {
      kind: 'text',
      text: "Thank you for your payment! We're processing your payment proof and will send your account details to your email shortly.",
    },
    {
      kind: 'facts',
      facts: [
        ['Challenge', `${payload.tier} ${payload.packageName} (${formatSize(payload.accountSize)})`],
        ['Amount', money.format(dollarsFromCents(payload.price))],
        ['Order', payload.accountId],
      ],
    },
    { kind: 'text', text: 'Processing time: less than 30 minutes.' },
    { kind: 'link', label: 'Open the payment page', url: `${around.publicUrl}/payment/${payload.accountId}` },
    {
      kind: 'text',
      text: `If you did not make this payment, please write to ${around.supportEmail}.`,
    },
  ]),
});
