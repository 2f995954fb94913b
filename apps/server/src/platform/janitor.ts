import type { Context } from '../context.ts';
import { KEY_LIFE_MILLISECONDS } from './idempotency.ts';

const DAY = 86_400_000;
/** Wrong codes per address count over 30 days (see the limits), so their counts must live at least as long. */
const LIMITS_KEPT = 31 * DAY;
/** How long ended sessions, used codes, used links and bulk changes are kept, for questions of support. */
const TRACES_KEPT = 30 * DAY;

/** Removes rows that only had a meaning for a time: counts of limits, idempotency keys, old sessions, codes, links and bulk changes. */
export const removeStaleRows = async ({ db, clock }: Context): Promise<void> => {
  const now = clock.now().getTime();
  const before = (age: number) => new Date(now - age);
  await db.deleteFrom('rate_limits').where('window_start', '<', before(LIMITS_KEPT)).execute();
  await db.deleteFrom('login_pauses').where('until', '<', before(DAY)).execute();
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before(KEY_LIFE_MILLISECONDS)).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', before(TRACES_KEPT)).execute();
  await db.deleteFrom('email_codes').where('expires_at', '<', before(TRACES_KEPT)).execute();
  await db.deleteFrom('bulk_changes').where('created_at', '<', before(TRACES_KEPT)).execute();
  await db.deleteFrom('password_resets').where('expires_at', '<', before(TRACES_KEPT)).execute();
};
