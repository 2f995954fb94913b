import { layOut } from '../../platform/mail-layout.ts';
import type { AddressValues, Renderer } from '../../platform/mails.ts';

const DEEDS = {
  added: 'added',
  changed: 'changed',
  withdrawn: 'deleted',
  confirmed: 'confirmed',
} as const;

/** In groups of four, to be compared by eye. */
const grouped = (address: string): string => address.match(/.{1,4}/g)?.join(' ') ?? address;
const utc = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const factsOf = (label: string, values: AddressValues | null): [string, string][] =>
  values ? [[label, `${values.name}, ${values.network}: ${grouped(values.address)}`]] : [];

/** Tells an administrator that a payment address was added, changed, confirmed or deleted, and by whom. */
export const addressChanged: Renderer<'address_changed'> = (payload, around) => ({
  subject: `A payment address was ${DEEDS[payload.event]} - ${around.firmName}`,
  ...layOut(around, [
    { kind: 'text', text: `Hello ${payload.name},` },
    {
      kind: 'text',
      text: `${payload.actor} ${DEEDS[payload.event]} a payment address at ${utc(payload.at)}.`,
    },
    {
      kind: 'facts',
      facts: [
        ...factsOf('Before', payload.before),
        ...factsOf(payload.before ? 'Now' : 'Address', payload.after),
        ...(payload.shownFrom ? [['Shown from', utc(payload.shownFrom)] as [string, string]] : []),
      ],
    },
    { kind: 'link', label: 'Payment Options', url: `${around.publicUrl}/admin/payment-addresses` },
    {
      kind: 'text',
      text: 'Traders send money to these addresses. If you did not expect this, compare them at once, and sign the person out under Users.',
    },
  ]),
});

/** Warns an administrator of an address that was not written by this program. */
export const addressAlarm: Renderer<'address_alarm'> = (payload, around) => ({
  subject: `Warning: a payment address was changed in the database - ${around.firmName}`,
  ...layOut(around, [
    { kind: 'text', text: `Hello ${payload.name},` },
    {
      kind: 'text',
      text:
        payload.orderId === null
          ? 'A payment address was changed outside of this program. Traders do not see it any more.'
          : 'The payment addresses of an order were changed outside of this program. Its trader sees the addresses of today instead.',
    },
    {
      kind: 'facts',
      facts: [
        ...(payload.orderId === null ? [] : [['Order', payload.orderId] as [string, string]]),
        ...payload.found.flatMap((values) => factsOf('Found', values)),
      ],
    },
    payload.orderId === null
      ? { kind: 'link', label: 'Payment Options', url: `${around.publicUrl}/admin/payment-addresses` }
      : { kind: 'link', label: 'The account', url: `${around.publicUrl}/admin/accounts/${payload.orderId}` },
    {
      kind: 'text',
      text: 'Somebody may have access to your database. Find out who, before you save the address again.',
    },
  ]),
});
