import * as z from 'zod/mini';
import { paymentAddress } from './accounts.ts';
import { done, line, pathId, success } from './fields.ts';
import { messages } from './messages.ts';
import { defineRoute } from './route.ts';

const body = z.object({
  name: line(60, messages.addressFieldsRequired),
  network: line(60, messages.addressFieldsRequired),
  address: line(200, messages.addressFieldsRequired),
});

const saved = success({ address: paymentAddress, warnings: z.array(z.string()) });

export const paymentAddressRoutes = {
  'POST /payment/addresses': defineRoute({
    auth: 'admin',
    summary: 'Add a payment address; its checksum is checked',
    status: 201,
    body,
    response: saved,
    errors: ['address_refused', 'address_duplicate'],
  }),
  'PUT /payment/addresses/{id}': defineRoute({
    auth: 'admin',
    summary: 'Change a payment address',
    status: 200,
    params: z.object({ id: pathId }),
    body,
    response: saved,
    errors: ['address_not_found', 'address_refused', 'address_duplicate', 'changed_meanwhile'],
  }),
  'DELETE /payment/addresses/{id}': defineRoute({
    auth: 'admin',
    summary: 'Withdraw a payment address; orders that show it strike it out',
    status: 200,
    params: z.object({ id: pathId }),
    response: done,
    errors: ['address_not_found', 'changed_meanwhile'],
  }),
};
