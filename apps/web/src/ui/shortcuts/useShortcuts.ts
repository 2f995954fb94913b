import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { isApple } from './apple.ts';
import { isCharacterShortcut, readToken, SEQUENCE_MILLISECONDS, tokenOf } from './keys.ts';
import { characterShortcutsOn } from './preference.ts';

export type Shortcut = {
  /** One press or a sequence with spaces: '/', 'g u', 'Mod+k', 'Shift+x', 'Enter'. */
  keys: string;
  /** What it does, as the help says it. */
  label: string;
  run: (event: KeyboardEvent) => void;
};

type Registration = { group: string; shortcuts: readonly Shortcut[] };
export type ShortcutGroup = { group: string; shortcuts: readonly Pick<Shortcut, 'keys' | 'label'>[] };

let registrations: readonly Registration[] = [];
const listeners = new Set<() => void>();
let pending: { tokens: string[]; until: number } = { tokens: [], until: 0 };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])',
    ));

/** Enter and Space belong to the control that has the focus. */
const isControls = (token: string, target: EventTarget | null): boolean =>
  /^(Enter| )$/.test(token) &&
  target instanceof Element &&
  target.closest('a, button, summary, label, input, [role=option], [role=tab]') !== null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const token = tokenOf(event, isApple());
  if (token === null) return;
  const characters = characterShortcutsOn() && !isTyping(event.target) && !isControls(token, event.target);
  if (document.querySelector('dialog:modal') !== null) return;
  const bindings = registrations
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ keys }) => characters || !isCharacterShortcut(keys));
  const before = event.timeStamp < pending.until ? pending.tokens : [];
  const reading = readToken(before, token, bindings);
  pending = { tokens: reading.pending, until: event.timeStamp + SEQUENCE_MILLISECONDS };
  if (!reading.found) return;
  event.preventDefault();
  reading.found.run(event);
}

function register(registration: Registration): () => void {
  if (registrations.length === 0) addEventListener('keydown', onKeyDown);
  registrations = [...registrations, registration];
  for (const listener of listeners) listener();
  return () => {
    registrations = registrations.filter((other) => other !== registration);
    if (registrations.length === 0) removeEventListener('keydown', onKeyDown);
    for (const listener of listeners) listener();
  };
}

const NONE: readonly Shortcut[] = [];

/**
 * Shortcuts that work, and that the help (`?`) lists under `group`, while the calling component is mounted. They are
 * silent in text fields and in modal dialogs, and the user can switch off those of single characters; a later
 * component's shortcut wins over an earlier one's. `shortcuts` may be written anew at each rendering.
 */
export function useShortcuts(group: string, shortcuts: readonly Shortcut[] = NONE): void {
  const latest = useRef(shortcuts);
  // Before anything is drawn: what can be seen answers to its key.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  const listed = JSON.stringify(shortcuts.map(({ keys, label }) => ({ keys, label })));
  useLayoutEffect(() => {
    const fixed: readonly Pick<Shortcut, 'keys' | 'label'>[] = JSON.parse(listed);
    if (fixed.length === 0) return;
    return register({
      group,
      shortcuts: fixed.map((shortcut, index) => ({
        ...shortcut,
        run: (event) => latest.current[index]?.run(event),
      })),
    });
  }, [group, listed]);
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Everything that works now, by group, in the order of appearance. */
export function useListedShortcuts(): ShortcutGroup[] {
  const all = useSyncExternalStore(
    subscribe,
    () => registrations,
    () => registrations,
  );
  const groups = new Map<string, Map<string, string>>();
  for (const { group, shortcuts } of all) {
    const lines = groups.get(group) ?? new Map<string, string>();
    for (const { keys, label } of shortcuts) lines.set(keys, label);
    groups.set(group, lines);
  }
  return [...groups].map(([group, lines]) => ({
    group,
    shortcuts: [...lines].map(([keys, label]) => ({ keys, label })),
  }));
}
