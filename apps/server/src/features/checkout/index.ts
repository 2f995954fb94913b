export { paymentReceived } from './checkout.emails.ts';
export { checkoutRoutes } from './checkout.routes.ts';
export { ordersWithoutAddresses, paymentAddressCount } from './payment.queries.ts';
export { signedProofName, sweepFiles } from './proofs.ts';
