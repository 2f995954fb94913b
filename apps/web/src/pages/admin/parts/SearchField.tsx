import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { controlClass } from '../../../ui/inputs.tsx';
import { useShortcuts } from '../../../ui/shortcuts/useShortcuts.ts';

type SearchFieldProps = {
  label: string;
  placeholder?: string;
  value: string;
  /** Called a moment after the last key; keep it stable (useCallback). */
  onChange: (text: string) => void;
};

const PAUSE_MILLISECONDS = 250;

/** A search box that reports what was typed once typing pauses, and follows the address when that changes. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const focus = () => {
    input.current?.focus();
    input.current?.select();
  };
  useShortcuts('This page', [{ keys: '/', label, run: focus }]);
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = wanted;
      onChange(wanted);
    }, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return (
    <search className="relative block w-full sm:w-72">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-3"
      />
      <input
        ref={input}
        aria-keyshortcuts="/"
        id={id}
        type="search"
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        className={`${controlClass} ps-9 pe-10`}
      />
      {text !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
          className="absolute inset-y-0 end-0 grid w-10 place-items-center rounded-control text-ink-3 hover:text-ink"
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
