export { paymentReceived } from './checkout.emails.ts';
export { checkoutRoutes } from './checkout.routes.ts';
export { sweepFiles } from './proofs.ts';
