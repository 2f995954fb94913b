import { clsx } from 'clsx';
import type { Ref, SyntheticEvent } from 'react';
import { useFieldProps } from './Field.tsx';

export type CodeInputProps = {
  value: string;
  onChange: (digits: string) => void;
  onBlur?: () => void;
  name?: string;
  /** Number of digits: 4 for the e-mail code (specification section 5), 6 for an authenticator app. */
  length?: 4 | 6;
  ref?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
  disabled?: boolean;
};

/** The space after the last digit makes a full code wider than its slots: it must not be scrolled off them. */
const stay = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
  currentTarget.scrollLeft = 0;
};

/** One real input over drawn slots. Pasted text is reduced to its digits. */
export function CodeInput({ value, onChange, length = 4, ...props }: CodeInputProps) {
  const pitch = 288 / length;
  return (
    <span className="relative block w-72" data-length={length}>
      <svg viewBox="0 0 288 64" className="pointer-events-none block h-16 w-72" aria-hidden="true">
        {Array.from({ length }, (_, slot) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the slots never move
            key={slot}
            x={slot * pitch + 4.5}
            y={4.5}
            width={pitch - 9}
            height={55}
            rx={6}
            className={clsx('fill-surface', slot === value.length ? 'stroke-focus' : 'stroke-control')}
            strokeWidth={slot === value.length ? 2 : 1}
          />
        ))}
      </svg>
      <input
        {...useFieldProps()}
        {...props}
        value={value}
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="one-time-code"
        maxLength={length}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
        onScroll={stay}
        onSelect={stay}
        onPaste={(event) => {
          event.preventDefault();
          onChange(digitsOf(event.clipboardData.getData('text'), length));
        }}
        className="code-input w-72 absolute inset-y-0 start-0 overflow-hidden rounded-control bg-transparent font-mono text-[1.5rem]! text-ink"
      />
    </span>
  );
}

/** The code in a pasted text: a run of exactly `length` digits if there is one, else the first digits. */
export function digitsOf(text: string, length: number): string {
  const runs = text.match(/\d+/g) ?? [];
  return runs.find((run) => run.length === length) ?? runs.join('').slice(0, length);
}
