import * as z from 'zod/mini';
import { paymentAddress } from './accounts.ts';
import { done, line, moment, pathId, success } from './fields.ts';
import { messages } from './messages.ts';
import { defineRoute } from './route.ts';

const body = z.object({
  name: line(60, messages.addressFieldsRequired),
  network: line(60, messages.addressFieldsRequired),
  address: line(200, messages.addressFieldsRequired),
});

const saved = success({ address: paymentAddress, warnings: z.array(z.string()) });

/** A payment address as administrators see it. */
export const managedAddress = z.extend(paymentAddress, {
  /** What the QR code of a payer holds. */
  uri: z.string(),
  /** Whether a checksum proves it, in words where none does or the address is refused. */
  check: z.object({ verdict: z.enum(['proven', 'unproven', 'refused']), text: z.nullable(z.string()) }),
  /** False: it was changed outside of this program, and payers do not see it. */
  intact: z.boolean(),
  /** From when payers see it; null: now. */
  shownFrom: z.nullable(moment),
  /** What they see until then; null: nothing. */
  shownUntilThen: z.nullable(z.omit(paymentAddress, { _id: true })),
  updatedAt: moment,
  updatedBy: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** Orders that wait for a payment or a verdict and show it. */
  openOrders: z.int(),
  /** Rises with each change; sent back as If-Match. */
  version: z.int(),
});

export const paymentAddressRoutes = {
  'GET /admin/payment-addresses': defineRoute({
    auth: 'admin',
    summary: 'The payment addresses in use, with what administrators need to know of each',
    status: 200,
    response: z.object({
      addresses: z.array(managedAddress),
      /** Minutes for which a change waits, unless a second administrator confirms it. */
      delayMinutes: z.int(),
    }),
    errors: [],
  }),
  'POST /admin/payment-addresses/{id}/confirm': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: "Show another administrator's change that waits to payers at once",
    status: 200,
    params: z.object({ id: pathId }),
    response: done,
    errors: ['address_not_found', 'address_own_change', 'address_not_intact', 'changed_meanwhile'],
  }),
  'POST /payment/addresses': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: 'Add a payment address; its checksum is checked',
    status: 201,
    body,
    response: saved,
    errors: ['address_refused', 'address_duplicate'],
  }),
  'PUT /payment/addresses/{id}': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: 'Change a payment address',
    status: 200,
    params: z.object({ id: pathId }),
    body,
    response: saved,
    errors: ['address_not_found', 'address_refused', 'address_duplicate', 'changed_meanwhile'],
  }),
  'DELETE /payment/addresses/{id}': defineRoute({
    auth: 'admin',
    stepUp: 'fresh',
    summary: 'Withdraw a payment address; orders that show it strike it out',
    status: 200,
    params: z.object({ id: pathId }),
    response: done,
    errors: ['address_not_found', 'changed_meanwhile'],
  }),
};
