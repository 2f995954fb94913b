import type { Migration } from 'kysely';
import { start } from './001-start.ts';

/** All migrations by name, in order. */
export const migrations: Record<string, Migration> = { '001-start': start };
