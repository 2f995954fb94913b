export { startAddressWatch, watchAddresses } from './address-watch.ts';
export { addressAlarm, addressChanged } from './addresses.emails.ts';
export { paymentReceived } from './checkout.emails.ts';
export { checkoutRoutes } from './checkout.routes.ts';
export { sweepFiles } from './proofs.ts';
