import { type ReactNode, useSyncExternalStore } from 'react';
import type { Toast } from 'react-hot-toast/headless';

/** As many as toasts are held (specification section 9). */
const MOST = 20;

export type Message = { id: string; type: Toast['type']; text: ReactNode; at: number };

/** One list for the server and for the browser's beginning: another empty one would be a change to render. */
const NONE: readonly Message[] = [];
let messages = NONE;
const listeners = new Set<() => void>();

/** Keeps what the toasts say after they are gone; a toast that changes keeps its place. */
export function keepMessages(toasts: readonly Toast[]): void {
  const known = new Map(messages.map((message) => [message.id, message]));
  let changed = false;
  for (const toast of [...toasts].reverse()) {
    const { id, type, createdAt, message } = toast;
    const text = typeof message === 'function' ? message(toast) : message;
    const before = known.get(id);
    if (before?.text === text && before.type === type) continue;
    known.set(id, { id, type, text, at: createdAt });
    changed = true;
  }
  if (changed) replace([...known.values()].slice(-MOST));
}

export const forgetMessages = (): void => replace([]);

function replace(next: readonly Message[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The last 20 messages, the oldest first. */
export const useMessages = (): readonly Message[] =>
  useSyncExternalStore(
    subscribe,
    () => messages,
    () => NONE,
  );
