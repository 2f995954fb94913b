import type { Migration } from 'kysely';
import { start } from './001-start.ts';
import { packageTimeZone } from './002-package-time-zone.ts';
import { lists } from './003-lists.ts';

/** All migrations by name, in order. */
export const migrations: Record<string, Migration> = {
  '001-start': start,
  '002-package-time-zone': packageTimeZone,
  '003-lists': lists,
};
