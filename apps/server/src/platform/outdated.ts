import { type Refusal, refuse } from './refusal.ts';

/** Refuses a change that was made on another version than the present one, saying who changed it last and when. */
export const refuseOutdated = (last: { at: Date; name: string | null }): Refusal<'changed_meanwhile'> => {
  const at = last.at.toISOString().slice(0, 16).replace('T', ' ');
  return refuse('changed_meanwhile', {
    message: `This was changed by ${last.name ?? 'someone else'} at ${at} UTC meanwhile. Please load it again.`,
  });
};
