import type { Decoded, Routes } from '@firmament/contract';
import type { SessionRow, UserRow } from '../../db/schema.ts';
import { describeDevice } from './device.ts';
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
  accounts: row.accounts,
  createdAt: row.created_at,
  version: row.version,
});

export const presentProfile = (row: UserRow, pendingEmail: string | null): Profile => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  pendingEmail,
  role: row.role,
  emailVerified: row.email_verified_at !== null,
  timeZone: row.time_zone,
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
