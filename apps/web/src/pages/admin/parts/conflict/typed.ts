import { isTouched } from '../../../../unsaved/drafts.ts';
import type { Compared } from './ConflictNotice.tsx';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Values as they are now with those in place that were typed: field by field, a list as a whole. `dirty` marks what was
 * typed, as a form's `dirtyFields` do.
 */
export const withTyped = <Values extends Fields>(now: Values, typed: Fields, dirty: Fields): Values =>
  Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      const [own, mark] = [typed[name], dirty[name]];
      if (!isTouched(mark)) return [name, value];
      return [name, isFields(value) && isFields(own) && isFields(mark) ? withTyped(value, own, mark) : own];
    }),
  ) as Values;

/** By what it is called: a fact as a person reads it. */
export type Texts = Readonly<Record<string, string>>;

/** What somebody else changed, and what was typed and differs from it. */
export const comparedTexts = (before: Texts, now: Texts, mine: Texts): Compared[] =>
  Object.keys({ ...now, ...mine }).flatMap((label) => {
    const [seen = '–', theirs = '–', yours = '–'] = [before[label], now[label], mine[label]];
    if (seen === theirs && yours === theirs) return [];
    return [{ label, seen, theirs, yours: yours === theirs ? null : yours }];
  });
