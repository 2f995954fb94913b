import { isSinceEntry } from './entry.ts';
import { getQuery } from './queries.ts';

/** What a page has just asked is not asked again while the page is drawn. In milliseconds. */
const JUST_NOW = 1_000;

/** Asked anew at each entry: an account may have become active since the last answer. */
export const accountStatusQuery = {
  ...getQuery('GET /accounts/check-status'),
  retry: false,
  staleTime: JUST_NOW,
};

/** Asked for again on each page that shows it: the firm may have changed a status a moment ago. */
export const ownAccountsQuery = {
  ...getQuery('GET /dashboard/accounts'),
  staleTime: ({ state }: { state: { dataUpdatedAt: number } }) =>
    isSinceEntry(state.dataUpdatedAt) ? JUST_NOW : 0,
};

export const dashboardQuery = (mt5Login: string) => ({
  ...getQuery('GET /dashboard/{mt5Login}', { params: { mt5Login } }),
  retry: false,
});

export const orderQuery = (id: string) => ({
  ...getQuery('GET /accounts/{id}', { params: { id } }),
  retry: false,
});

export const orderPaymentQuery = (id: string) => ({
  ...getQuery('GET /accounts/{id}/payment', { params: { id } }),
  retry: false,
});

export const accountQuery = (id: string) => getQuery('GET /admin/accounts/{id}', { params: { id } });

export const accountEventsQuery = (id: string) =>
  getQuery('GET /admin/accounts/{id}/events', { params: { id } });

export const accountPaymentQuery = (id: string) =>
  getQuery('GET /admin/accounts/{id}/payment', { params: { id } });

/** The API gives no more at once. */
const MOST_ACTIVE = 1000;

export const activeAccountsQuery = getQuery('GET /admin/accounts', {
  query: { status: 'active', limit: MOST_ACTIVE },
});

export const overviewQuery = getQuery('GET /admin/overview');
export const userQuery = (id: string) => getQuery('GET /admin/users/{id}', { params: { id } });
export const paymentAddressesQuery = getQuery('GET /admin/payment-addresses');
