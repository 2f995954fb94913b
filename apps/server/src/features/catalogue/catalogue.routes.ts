import type { Context } from '../../context.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { presentPackage } from './catalogue.present.ts';
import { packageOnSale, packagesOnSale } from './catalogue.queries.ts';

export const catalogueRoutes = (serve: Serve, context: Context): void => {
  serve.call('GET /account-packages', async () => (await packagesOnSale(context.db)).map(presentPackage));

  serve.call('GET /account-packages/{id}', async ({ params }) => {
    const row = await packageOnSale(context.db, params.id);
    return row ? presentPackage(row) : refuse('package_not_found');
  });
};
