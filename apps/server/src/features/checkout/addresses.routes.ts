import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { addAddress, changeAddress, type SavedAddress, withdrawAddress } from './addresses.ts';
import { presentAddress } from './checkout.present.ts';
import { addressesInUse } from './payment.queries.ts';

const saved = (message: string, { row, warnings }: SavedAddress) =>
  ({ success: true, message, address: presentAddress(row), warnings }) as const;

export const addressRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /payment/addresses', async () => ({
    addresses: (await addressesInUse(context.db)).map(presentAddress),
  }));

  serve.write('POST /payment/addresses', async ({ body, session }, tx) => {
    const result = await addAddress(tx, body, { actorId: session.userId, now: context.clock.now() });
    return result instanceof Refusal ? result : saved(messages.addressAdded, result);
  });

  serve.write('PUT /payment/addresses/{id}', async ({ params, body, session, request }, tx) => {
    const result = await changeAddress(tx, body, {
      id: params.id,
      ifMatch: request.ifMatch,
      actorId: session.userId,
      now: context.clock.now(),
    });
    return result instanceof Refusal ? result : saved(messages.addressUpdated, result);
  });

  serve.write('DELETE /payment/addresses/{id}', async ({ params, session, request }, tx) => {
    const refusal = await withdrawAddress(tx, {
      id: params.id,
      ifMatch: request.ifMatch,
      actorId: session.userId,
      now: context.clock.now(),
    });
    return refusal ?? { success: true, message: messages.addressDeleted };
  });
};
