import type { QueryParameters } from '@firmament/contract';
import { USER_STATES } from '@firmament/contract/lists';
import { oneOf } from './list-url.ts';

export type UserFilters = Pick<QueryParameters<'GET /admin/users'>, 'search' | 'role' | 'state'>;

export const ROLES = [
  { id: 'user', label: 'Users' },
  { id: 'admin', label: 'Administrators' },
] as const;

export const USER_STATE_LABELS: Readonly<Record<(typeof USER_STATES)[number], string>> = {
  enabled: 'Active',
  unverified: 'Unverified',
  disabled: 'Disabled',
  closed: 'Closed',
};

/** The filters of the list of users in an address. */
export const userFiltersOf = (params: URLSearchParams): UserFilters => ({
  search: params.get('search') || undefined,
  role: oneOf(['user', 'admin'], params.get('role')),
  state: oneOf(USER_STATES, params.get('state')),
});

/** The built-in views of the list: each a filter. */
export const USER_VIEWS = [
  { id: 'all', label: 'All', query: {} },
  { id: 'admin', label: 'Administrators', query: { role: 'admin' } },
  { id: 'unverified', label: 'Unverified', query: { state: 'unverified' } },
  { id: 'disabled', label: 'Disabled', query: { state: 'disabled' } },
  { id: 'closed', label: 'Closed', query: { state: 'closed' } },
] as const satisfies readonly { id: string; label: string; query: Record<string, string> }[];
