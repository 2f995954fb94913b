import type { Decoded, Routes } from '@firmament/contract';
import type { SessionRow, UserRow } from '../../db/schema.ts';
import { describeDevice } from '../../platform/device.ts';
import type { UserWithAccounts } from './users.queries.ts';

export type AdminUser = Decoded<Routes['GET /admin/users/{id}']>['response'];
export type Profile = Decoded<Routes['GET /profile']>['response'];
export type ListedSession = Decoded<Routes['GET /profile/sessions']>['response']['sessions'][number];

export const presentAdminUser = (row: UserWithAccounts): AdminUser => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  emailVerified: row.email_verified_at !== null,
  disabled: row.disabled_at !== null,
  closed: row.closed_at !== null,
  twoFactor: row.two_factor_at !== null,
  accounts: row.accounts,
  createdAt: row.created_at,
  version: row.version,
});

/** What the profile shows besides the user's row. */
export type ProfileFacts = {
  pendingEmail: string | null;
  recoveryCodesLeft: number;
  /** Whether administrators need two-factor sign-in. */
  adminsNeedTwoFactor: boolean;
};

export const presentProfile = (
  row: UserRow,
  { pendingEmail, recoveryCodesLeft, adminsNeedTwoFactor }: ProfileFacts,
): Profile => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  pendingEmail,
  role: row.role,
  emailVerified: row.email_verified_at !== null,
  timeZone: row.time_zone,
  twoFactor: {
    on: row.two_factor_at !== null,
    since: row.two_factor_at,
    recoveryCodesLeft,
    required: row.role === 'admin' && adminsNeedTwoFactor,
  },
  createdAt: row.created_at,
});

export const presentSession = (row: SessionRow, currentId: string): ListedSession => ({
  _id: row.id,
  current: row.id === currentId,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  ip: row.ip,
  device: describeDevice(row.user_agent),
});
