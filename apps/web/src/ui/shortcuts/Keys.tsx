import { clsx } from 'clsx';
import { isApple } from './apple.ts';

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** 'Mod+k' → Mod, k; the sign '+' is a key of its own. */
const partsOf = (press: string): string[] => (press === '+' ? [press] : press.split('+'));

const nameOf = (part: string): string => {
  if (part === 'Mod') return isApple() ? '⌘' : 'Ctrl';
  return NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part);
};

/** The keys of a shortcut as caps: 'g u' → G then U, 'Mod+k' → Ctrl K. */
export function Keys({ keys, className }: { keys: string; className?: string }) {
  return (
    <span className={clsx('inline-flex shrink-0 items-center gap-1', className)}>
      {keys.split(' ').map((press, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: presses are their places
        <span key={index} className="contents">
          {index > 0 && <span className="text-sm text-ink-3">then</span>}
          {partsOf(press).map((part) => (
            <kbd
              key={part}
              className="grid h-5 min-w-5 place-items-center rounded-badge border border-line bg-sunken px-1 font-mono text-xs text-ink-2"
            >
              {nameOf(part)}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
