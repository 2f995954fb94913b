import { dollarsFromCents, formatSize } from '@firmament/rules';
import { escapeHtml, layOut } from '../../platform/mail-layout.ts';
import type { Renderer } from '../../platform/mails.ts';

const paymentReminder: Renderer<'payment_reminder'> = (payload, around) => ({
  subject: `Your order waits for its payment - ${around.firmName}`,
  ...layOut(around, [
    { kind: 'text', text: `Hello ${payload.name},` },
    {
      kind: 'text',
      text: `Your order of the ${payload.tier} ${payload.packageName} (${formatSize(payload.accountSize)}) is not paid yet.`,
    },
    { kind: 'facts', facts: [['Amount', `$${dollarsFromCents(payload.price).toFixed(2)}`]] },
    {
      kind: 'text',
      text: 'On the payment page you find the payment addresses and can upload the screenshot of your payment.',
    },
    { kind: 'link', label: 'Open the payment page', url: `${around.publicUrl}/payment/${payload.accountId}` },
    { kind: 'text', text: 'If you have paid already, upload the screenshot there, and we will check it.' },
  ]),
});

/** The Content-ID of the n-th uploaded picture of a mass mail. */
export const pictureCid = (index: number): string => `picture-${index + 1}@mailing`;

const picture = (source: string): string =>
  `<p style="margin:0 0 16px"><img src="${escapeHtml(source)}" alt="" style="display:block;max-width:100%;height:auto;border:0"></p>`;

const massMail: Renderer<'mass_mail'> = (payload, around) => ({
  subject: `${payload.test ? '[Test] ' : ''}A message from ${around.firmName}`,
  headers: {
    'List-Unsubscribe': `<${around.publicUrl}/api/unsubscribe/${payload.unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  ...layOut(
    around,
    [
      { kind: 'text', text: `Hello ${payload.name},` },
      ...(payload.message === '' ? [] : [{ kind: 'text' as const, text: payload.message }]),
    ],
    {
      extraText: payload.imageUrls.join('\n'),
      extraHtml: [
        ...payload.imageUrls.map(picture),
        ...payload.images.map((_, index) => picture(`cid:${pictureCid(index)}`)),
      ].join(''),
      note: `You receive this email because you are registered at ${around.firmName}.`,
      link: { label: 'Unsubscribe', url: `${around.publicUrl}/unsubscribe/${payload.unsubscribe}` },
    },
  ),
});

export const mailingRenderers = { payment_reminder: paymentReminder, mass_mail: massMail };
