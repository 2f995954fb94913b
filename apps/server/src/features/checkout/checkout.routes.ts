import { messages } from '@firmament/contract';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Context } from '../../context.ts';
import type { ProofImage } from '../../images/images.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import type { Serve } from '../../platform/serve.ts';
import { packageOnSale } from '../catalogue/index.ts';
import { readFirm } from '../firm/index.ts';
import { addressRoutes } from './addresses.routes.ts';
import { presentPayment, presentPurchasedAccount } from './checkout.present.ts';
import { isLiveAccount } from './payment.queries.ts';
import { openPayment, readPayment } from './payment.ts';
import { addProof, admitProof, prepareProof } from './proofs.ts';
import { ownAccount } from './purchase.queries.ts';
import { createMergedPurchase, createPurchase, type Order } from './purchase.ts';
import { uploadRoutes } from './uploads.routes.ts';

/** What is known before the transaction: an order to make in it, or a purchase already made with others. */
type Ready = { order: Order } | { accountId: string };

const purchaseRoute = (serve: Serve, context: Context): void =>
  serve.prepared<'POST /accounts/purchase', Ready>('POST /accounts/purchase', {
    prepare: async ({ body, session, request }) => {
      const chosen = await packageOnSale(context.db, body.packageId);
      if (!chosen) return refuse('package_not_found');
      if (body.subscriberCount !== undefined && body.subscriberCount !== chosen.size_cents) {
        return refuse('package_size_mismatch');
      }
      const { timeZone } = await readFirm(context);
      const order = { userId: session.userId, packageId: chosen.id, timeZone };
      if (request.idempotencyKey !== null) return { order };
      const made = await createMergedPurchase(context, order, request.arrivedAt);
      return made instanceof Refusal ? made : { accountId: made };
    },
    run: async ({ session }, tx, ready) => {
      const made = 'order' in ready ? await createPurchase(tx, context, ready.order) : ready.accountId;
      if (made instanceof Refusal) return made;
      const own = await ownAccount(tx, made, session.userId);
      return own ? presentPurchasedAccount(context, own) : refuse('package_not_found');
    },
  });

const proofRoute = (serve: Serve, context: Context): void =>
  serve.prepared<'POST /accounts/{id}/upload-proof', ProofImage>('POST /accounts/{id}/upload-proof', {
    admit: ({ params, session, request }) =>
      admitProof(context, { accountId: params.id, userId: session.userId }, request.idempotencyKey !== null),
    prepare: ({ params, session, files }) =>
      prepareProof(context, { accountId: params.id, userId: session.userId }, files.get('screenshot')?.[0]),
    run: async ({ params, session }, tx, image) => {
      const refusal = await addProof(tx, context, { accountId: params.id, userId: session.userId }, image);
      if (refusal) return refusal;
      const own = await ownAccount(tx, params.id, session.userId);
      if (!own) return refuse('account_not_found');
      return {
        success: true,
        message: messages.proofSuccess,
        account: presentPurchasedAccount(context, own),
      };
    },
  });

export const checkoutRoutes = (
  serve: Serve,
  context: Context,
  app: Hono<{ Bindings: HttpBindings }>,
): void => {
  purchaseRoute(serve, context);

  serve.call('GET /accounts/{id}', async ({ params, session }) => {
    const own = await ownAccount(context.db, params.id, session.userId);
    return own ? presentPurchasedAccount(context, own) : refuse('account_not_found');
  });

  serve.call('GET /accounts/{id}/payment', async ({ params, session }) => {
    const own = await ownAccount(context.db, params.id, session.userId);
    const view = own && (await openPayment(context, { accountId: own.account.id, userId: session.userId }));
    return view ? presentPayment(view) : refuse('account_not_found');
  });

  serve.call('GET /admin/accounts/{id}/payment', async ({ params }) => {
    const isThere = await isLiveAccount(context.db, params.id);
    const view = isThere && (await readPayment(context, params.id));
    if (!view) return refuse('account_not_found');
    return { ...presentPayment(view), intact: view.isIntact, openedAt: view.payment.opened_at };
  });

  proofRoute(serve, context);
  addressRoutes(serve, context);
  uploadRoutes(app, context);
};
