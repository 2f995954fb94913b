import { accountRoutes } from './accounts.ts';
import { adminAccountRoutes } from './admin-accounts.ts';
import { adminUserRoutes } from './admin-users.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { contentRoutes } from './content.ts';
import { firmRoutes } from './firm.ts';
import { mailingRoutes } from './mailings.ts';
import { packageRoutes } from './packages.ts';
import { paymentAddressRoutes } from './payment-addresses.ts';
import { profileRoutes } from './profile.ts';
import type { Wire } from './route.ts';
import { searchRoutes } from './search.ts';
import { viewRoutes } from './views.ts';

export { accountFilter } from './admin-accounts.ts';
export { userFilter } from './admin-users.ts';
export { shownAbout, shownFaq, shownLegal } from './content-shown.ts';
export { type CommonErrorCode, commonErrors, type ErrorCode, errors } from './errors.ts';
export * from './lists.ts';
export { loginPaused, markPaymentFailed, messages, noneAvailable, noPackagesAvailable } from './messages.ts';
export { openApi } from './openapi.ts';
export type { Decoded, Requirement, Route } from './route.ts';
export { SEARCH_HITS_MAXIMUM } from './search.ts';

/** Every call of the API, by `METHOD /path`; all paths are below `/api`. */
export const routes = {
  ...authRoutes,
  ...profileRoutes,
  ...firmRoutes,
  ...contentRoutes,
  ...packageRoutes,
  ...accountRoutes,
  ...paymentAddressRoutes,
  ...adminAccountRoutes,
  ...adminUserRoutes,
  ...mailingRoutes,
  ...searchRoutes,
  ...viewRoutes,
  ...auditRoutes,
};

export type Routes = typeof routes;
export type RouteKey = keyof Routes;

/** Wire shapes by route key: dollars are numbers, instants ISO texts. */
export type PathParameters<Key extends RouteKey> = Wire<Routes[Key]>['params'];
export type QueryParameters<Key extends RouteKey> = Wire<Routes[Key]>['query'];
export type RequestBody<Key extends RouteKey> = Wire<Routes[Key]>['body'];
export type ResponseBody<Key extends RouteKey> = Wire<Routes[Key]>['response'];
