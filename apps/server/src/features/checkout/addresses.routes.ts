import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import { addressesInUse, shownAddresses } from '../../payment-addresses/shown.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { namesOf, openOrdersByAddress } from './addresses.queries.ts';
import {
  addAddress,
  changeAddress,
  confirmAddress,
  type SavedAddress,
  withdrawAddress,
} from './addresses.ts';
import { presentAddress, presentManagedAddress } from './checkout.present.ts';

const saved = (message: string, { row, warnings }: SavedAddress) =>
  ({ success: true, message, address: presentAddress(row), warnings }) as const;

const readRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /payment/addresses', async () => {
    const shown = await shownAddresses(context.db, context.keys['payment-address'], context.clock.now());
    return { addresses: shown.map(presentAddress) };
  });

  serve.call('GET /admin/payment-addresses', async () => {
    const rows = await addressesInUse(context.db);
    const names = await namesOf(
      context.db,
      rows.flatMap((row) => row.changed_by ?? []),
    );
    const openOrders = await openOrdersByAddress(context.db);
    return {
      addresses: rows.map((row) => presentManagedAddress(context, row, { names, openOrders })),
      delayMinutes: context.config.addressChangeDelayMinutes,
    };
  });
};

const changeRoutes = (serve: Serve, context: Context): void => {
  serve.write('POST /payment/addresses', async ({ body, session }, tx) => {
    const result = await addAddress(tx, context, body, session.userId);
    return result instanceof Refusal ? result : saved(messages.addressAdded, result);
  });

  serve.write('PUT /payment/addresses/{id}', async ({ params, body, session, request }, tx) => {
    const act = { id: params.id, ifMatch: request.ifMatch, actorId: session.userId };
    const result = await changeAddress(tx, context, body, act);
    return result instanceof Refusal ? result : saved(messages.addressUpdated, result);
  });

  serve.write('POST /admin/payment-addresses/{id}/confirm', async ({ params, session, request }, tx) => {
    const act = { id: params.id, ifMatch: request.ifMatch, actorId: session.userId };
    const result = await confirmAddress(tx, context, act);
    return result instanceof Refusal ? result : { success: true, message: messages.addressConfirmed };
  });

  serve.write('DELETE /payment/addresses/{id}', async ({ params, session, request }, tx) => {
    const act = { id: params.id, ifMatch: request.ifMatch, actorId: session.userId };
    const refusal = await withdrawAddress(tx, context, act);
    return refusal ?? { success: true, message: messages.addressDeleted };
  });
};

export const addressRoutes = (serve: Serve, context: Context): void => {
  readRoutes(serve, context);
  changeRoutes(serve, context);
};
