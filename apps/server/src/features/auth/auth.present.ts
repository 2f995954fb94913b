import type { Decoded, Routes } from '@firmament/contract';
import type { UserRow } from '../../db/schema.ts';

export type LoginAnswer = Decoded<Routes['POST /auth/login']>['response'];
export type VerifiedAnswer = Decoded<Routes['POST /auth/verify-email']>['response'];

/** The user as the sign-in answers carry it. */
export const presentUser = (row: UserRow): LoginAnswer['user'] => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  emailVerified: row.email_verified_at !== null,
});
