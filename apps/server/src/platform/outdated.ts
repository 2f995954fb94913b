import type { Tx } from '../db/schema.ts';
import type { AdminSubject } from './events.ts';
import { minuteText } from './minute-text.ts';
import { type LastChange, type Refusal, refuse } from './refusal.ts';

/** Refuses a change that was made on another version than the present one, saying who changed it last and when. */
export const refuseOutdated = (last: LastChange): Refusal<'changed_meanwhile'> =>
  refuse('changed_meanwhile', {
    message: `${last.name ?? 'Someone else'} changed this at ${minuteText(last.at)}. Please load it again.`,
    changed: last,
  });

/**
 * The same for what has its history among the administration's: whoever made the change of `updatedAt` is named. A change
 * that this history does not hold (a user's own) stays without a name.
 */
export const refuseOutdatedSubject = async (
  tx: Tx,
  subject: { kind: AdminSubject; id: string; updatedAt: Date },
): Promise<Refusal<'changed_meanwhile'>> => {
  const line = await tx
    .selectFrom('admin_events')
    .innerJoin('users', 'users.id', 'admin_events.actor_id')
    .select('users.name')
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('at', '=', subject.updatedAt)
    .orderBy('admin_events.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return refuseOutdated({ at: subject.updatedAt, name: line?.name ?? null });
};
