import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Something that can be chosen in the command palette. */
export type Command = {
  id: string;
  label: string;
  /** More words that find it. */
  words?: string;
  /** The shortcut that does the same. */
  keys?: string;
  run: () => void;
};

export type CommandGroup = { heading: string; commands: readonly Command[] };

let groups: readonly CommandGroup[] = [];
const listeners = new Set<() => void>();

function announce(next: readonly CommandGroup[]): void {
  groups = next;
  for (const listener of listeners) listener();
}

/** Offers commands in the palette under a heading while the calling component is mounted; later ones come first. */
export function useCommands(heading: string, commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const listed = JSON.stringify(commands.map(({ run: _, ...facts }) => facts));
  useEffect(() => {
    const fixed: readonly Omit<Command, 'run'>[] = JSON.parse(listed);
    if (fixed.length === 0) return;
    const group = {
      heading,
      commands: fixed.map((facts, index) => ({ ...facts, run: () => latest.current[index]?.run() })),
    };
    announce([group, ...groups]);
    return () => announce(groups.filter((other) => other !== group));
  }, [heading, listed]);
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

export const useCommandGroups = (): readonly CommandGroup[] =>
  useSyncExternalStore(
    subscribe,
    () => groups,
    () => groups,
  );
