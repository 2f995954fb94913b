import type { Decoded, Routes } from '@firmament/contract';
import type { UserRow } from '../../db/schema.ts';

export type SignedInAnswer = Decoded<Routes['POST /auth/login']>['response'];

/** The user as the sign-in answers carry it. */
export const presentUser = (row: UserRow): SignedInAnswer['user'] => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  emailVerified: row.email_verified_at !== null,
});
