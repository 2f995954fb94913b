import { clsx } from 'clsx';
import { Check, CircleAlert, X } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless';
import { Spinner } from './Spinner.tsx';
import { TOAST_OPTIONS, toast } from './toast.ts';
import { keepMessages } from './toast-log.ts';

type Reason = 'hover' | 'focus' | 'hidden';

/** Shows toasts top-right; mount it once. Timing pauses on hover, on focus and while the tab is hidden. */
export function Toaster() {
  const { toasts, handlers } = useToaster(TOAST_OPTIONS);
  const { startPause, endPause } = handlers;
  const reasons = useRef(new Set<Reason>());
  const hold = useCallback(
    (reason: Reason, on: boolean) => {
      const before = reasons.current.size;
      if (on) reasons.current.add(reason);
      else reasons.current.delete(reason);
      if (before === 0 && reasons.current.size > 0) startPause();
      if (before > 0 && reasons.current.size === 0) endPause();
    },
    [startPause, endPause],
  );
  useEffect(() => {
    const onVisibility = () => hold('hidden', document.hidden);
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [hold]);
  useEffect(() => keepMessages(toasts), [toasts]);
  const visible = toasts.filter((item) => item.visible);
  const none = visible.length === 0;
  const layer = useRef<HTMLElement>(null);
  const count = toasts.length;
  useEffect(() => {
    // Shown anew with each toast, so that it lies above a dialog opened meanwhile.
    layer.current?.hidePopover();
    if (count > 0) layer.current?.showPopover();
  }, [count]);
  useEffect(() => {
    if (!none) return;
    hold('hover', false);
    hold('focus', false);
  }, [none, hold]);
  return (
    <div data-toaster>
      <LiveText toasts={visible.filter((item) => item.type === 'error')} live="assertive" />
      <LiveText toasts={visible.filter((item) => item.type !== 'error')} live="polite" />
      <section
        ref={layer}
        popover="manual"
        aria-label="Messages"
        onMouseEnter={() => hold('hover', true)}
        onMouseLeave={() => hold('hover', false)}
        onFocus={() => hold('focus', true)}
        onBlur={() => hold('focus', false)}
        className="toaster pointer-events-none flex-col items-end gap-2 bg-transparent"
      >
        {toasts.map((item) => (
          <ToastBar key={item.id} item={item} />
        ))}
      </section>
    </div>
  );
}

function LiveText({ toasts, live }: { toasts: Toast[]; live: 'assertive' | 'polite' }) {
  return (
    <div aria-live={live} className="sr-only">
      {toasts.map((item) => (
        <p key={item.id}>{resolveValue(item.message, item)}</p>
      ))}
    </div>
  );
}

function ToastBar({ item }: { item: Toast }) {
  return (
    <div
      className={clsx(
        'toast pointer-events-auto flex w-fit max-w-full items-start gap-2.5 rounded-card border border-line bg-raised py-2.5 ps-3.5 pe-1.5 text-ui text-ink shadow-popover',
        !item.visible && 'toast-leaving',
      )}
    >
      {item.type === 'success' && <Check size={18} className="mt-px shrink-0 text-gain" aria-hidden="true" />}
      {item.type === 'error' && (
        <CircleAlert size={18} className="mt-px shrink-0 text-loss" aria-hidden="true" />
      )}
      {item.type === 'loading' && <Spinner className="mt-0.5" />}
      <div className="min-w-0 grow wrap-anywhere">{resolveValue(item.message, item)}</div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => toast.dismiss(item.id)}
        className="-my-1 grid size-7 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:-my-2.5 pointer-coarse:size-11"
      >
        <X size={15} aria-hidden="true" />
      </button>
    </div>
  );
}
