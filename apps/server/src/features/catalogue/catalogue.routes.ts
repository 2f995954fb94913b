import { messages } from '@firmament/contract';
import type { Context } from '../../context.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { presentAdminPackage, presentPackage } from './catalogue.present.ts';
import {
  packageOnSale,
  packagesOnSale,
  packagesWithSales,
  type SoldPackageRow,
} from './catalogue.queries.ts';
import { addPackage, changePackage, withdrawPackage } from './catalogue.ts';

const saved = (row: SoldPackageRow) =>
  ({ success: true, message: messages.packageSaved, package: presentAdminPackage(row) }) as const;

export const catalogueRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /account-packages', async () => (await packagesOnSale(context.db)).map(presentPackage));

  serve.call('GET /account-packages/{id}', async ({ params }) => {
    const row = await packageOnSale(context.db, params.id);
    return row ? presentPackage(row) : refuse('package_not_found');
  });

  serve.call('GET /admin/packages', async () => ({
    packages: (await packagesWithSales(context.db)).map(presentAdminPackage),
  }));

  serve.write('POST /admin/packages', async ({ body, session }, tx) => {
    const row = await addPackage(tx, body, { actorId: session.userId, now: context.clock.now() });
    return row instanceof Refusal ? row : saved(row);
  });

  serve.write('PUT /admin/packages/{id}', async ({ params, body, session, request }, tx) => {
    const row = await changePackage(tx, body, {
      id: params.id,
      ifMatch: request.ifMatch,
      actorId: session.userId,
      now: context.clock.now(),
    });
    return row instanceof Refusal ? row : saved(row);
  });

  serve.write('DELETE /admin/packages/{id}', async ({ params, session, request }, tx) => {
    const message = await withdrawPackage(tx, {
      id: params.id,
      ifMatch: request.ifMatch,
      actorId: session.userId,
      now: context.clock.now(),
    });
    return message instanceof Refusal ? message : { success: true, message };
  });
};
