/** The facts of a key press that shortcuts look at. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** How long a sequence waits for its next key. */
export const SEQUENCE_MILLISECONDS = 1000;

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process']);

/** A Latin letter also where the layout has another script. */
const letterOf = ({ key, code }: Press): string => {
  const foreign = /^\P{ASCII}$/u.test(key) && /^Key[A-Z]$/.test(code);
  return foreign ? code.slice(3) : key;
};

/**
 * A press as shortcuts write it: 'g', 'Shift+x', '?', 'Enter', 'Mod+k' (Ctrl, on Apple's systems ⌘); null for a
 * modifier alone. Signs stand for themselves, however a layout makes them.
 */
export function tokenOf(press: Press, apple: boolean): string | null {
  const key = letterOf(press);
  if (MODIFIERS.has(key)) return null;
  const isSign = /^[^\p{L}\p{N}]$/u.test(key);
  // AltGr reads as Ctrl and Alt together; what it makes is a sign.
  const makesSign = isSign && press.altKey && (apple || press.ctrlKey);
  const mod = apple ? press.metaKey : press.ctrlKey;
  const other = apple ? press.ctrlKey : press.metaKey;
  const parts = [
    mod && !makesSign && 'Mod',
    other && 'Other',
    press.altKey && !makesSign && 'Alt',
    press.shiftKey && !isSign && 'Shift',
    key.length === 1 ? key.toLowerCase() : key,
  ];
  return parts.filter(Boolean).join('+');
}

/** What the keys pressed so far amount to: the bindings they complete, or a sequence that may go on. */
export type Reading<Binding> = { pending: string[]; found: Binding | undefined };

/**
 * Reads one more token. A completed sequence wins over a single key, of equal ones the last given; `pending` is what a
 * next token is read with.
 */
export function readToken<Binding extends { keys: string }>(
  pending: readonly string[],
  token: string,
  bindings: readonly Binding[],
): Reading<Binding> {
  for (const tokens of [[...pending, token], [token]]) {
    const typed = tokens.join(' ');
    const found = bindings.findLast(({ keys }) => keys === typed);
    if (found) return { pending: [], found };
    if (bindings.some(({ keys }) => keys.startsWith(`${typed} `))) return { pending: tokens, found };
  }
  return { pending: [], found: undefined };
}

/** Whether a shortcut works by printable characters alone, and so can be switched off (WCAG 2.1.4). */
export const isCharacterShortcut = (keys: string): boolean => !/(Mod|Alt|Other)\+/.test(keys);
