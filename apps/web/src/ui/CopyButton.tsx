import { COPY_TIP_MILLISECONDS } from '@firmament/rules';
import { clsx } from 'clsx';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { buttonClass } from './Button.tsx';

/** Copies a clean text; falls back to a selection where the clipboard is denied. True if it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.readOnly = true;
    area.className = 'fixed top-0 opacity-0';
    const host = document.activeElement?.closest('dialog') ?? document.body;
    const focused = document.activeElement;
    host.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return copied;
  }
}

export type CopyButtonProps = {
  /** What is copied: no spaces, separators or currency signs. */
  text: string;
  /** Accessible name, e.g. "Copy server". */
  label: string;
  /** Shown on the spot for 1.2 s; with a label, no longer than it. */
  message?: string;
  /** Shows the label as text beside the icon. */
  showLabel?: boolean;
  onCopied?: () => void;
  className?: string;
  /** A shorter visible text in place of the label. */
  children?: ReactNode;
};

/** Copies; the answer is announced and stands in the button's own text, or above a button that is an icon alone. */
export function CopyButton({
  text,
  label,
  message = 'Copied!',
  showLabel = false,
  onCopied,
  className,
  children,
}: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const copied = await copyText(text);
    setState(copied ? 'copied' : 'failed');
    if (copied) onCopied?.();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), COPY_TIP_MILLISECONDS);
  };
  const tip = state === 'copied' ? message : state === 'failed' ? 'Copying was not possible' : '';
  return (
    <span className={clsx('relative inline-flex', className)}>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={copy}
        className={buttonClass(
          { variant: showLabel ? 'secondary' : 'quiet', size: 'small' },
          showLabel ? '' : 'w-8 px-0! pointer-coarse:w-11',
        )}
      >
        {showLabel ? (
          <span className="inline-grid items-center justify-items-center *:col-start-1 *:row-start-1">
            <span className={clsx('inline-flex items-center gap-2', tip && 'invisible')}>
              <Copy size={16} aria-hidden="true" />
              {children ?? label}
            </span>
            {/* In the label's cell and never wider than it, so that nothing beside it moves. */}
            {tip && (
              <span className="w-0 min-w-full" aria-hidden="true">
                {tip}
              </span>
            )}
          </span>
        ) : state === 'copied' ? (
          <Check size={16} className="text-gain" aria-hidden="true" />
        ) : (
          <Copy size={16} aria-hidden="true" />
        )}
      </button>
      <span role="status" className={clsx(showLabel && 'sr-only')}>
        {showLabel
          ? tip
          : tip && (
              <span className="popover pointer-events-none absolute bottom-full end-0 z-30 mb-1 whitespace-nowrap rounded-badge bg-primary px-2 py-1 text-xs font-semibold text-on-primary">
                {tip}
              </span>
            )}
      </span>
    </span>
  );
}
