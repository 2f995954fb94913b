import { TAKEN_ANCHORS } from '@firmament/contract/content';
import { anchorOf } from '@firmament/rules';

type Anchored = { id: string; title: string };

/** Gives each new entry the anchor that its title suggests; those that have one keep it, so that links stay. */
export function withAnchors<Entry extends Anchored>(entries: readonly Entry[]): Entry[] {
  const taken = new Set([...TAKEN_ANCHORS, ...entries.map(({ id }) => id)]);
  return entries.map((entry) => {
    if (entry.id !== '') return entry;
    const wanted = anchorOf(entry.title) || 'entry';
    let id = wanted;
    for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
    taken.add(id);
    return { ...entry, id };
  });
}
