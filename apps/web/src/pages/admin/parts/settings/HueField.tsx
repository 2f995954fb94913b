import { useEffect, useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Badge } from '../../../../ui/Badge.tsx';
import { buttonClass } from '../../../../ui/Button.tsx';
import { controlClass } from '../../../../ui/inputs.tsx';
import type { FirmValues } from './firm-values.ts';

/** The custom property that /brand.css carries; set on the page it moves every colour that follows the firm's hue. */
const PROPERTY = '--brand-hue';

/** Shows a hue in the whole page while it is being chosen, and goes back to the saved one. */
function useLiveHue(hue: number, saved: number): void {
  useEffect(() => {
    document.documentElement.style.setProperty(PROPERTY, String(hue));
  }, [hue]);
  useEffect(
    () => () => {
      document.documentElement.style.setProperty(PROPERTY, String(saved));
    },
    [saved],
  );
}

type HueFieldProps = { form: UseFormReturn<FirmValues>; saved: number };

/** The hue as a slider and a number, with a sample in both themes. */
export function HueField({ form, saved }: HueFieldProps) {
  const id = useId();
  const hue = useWatch({ control: form.control, name: 'hue' });
  const error = form.formState.errors.hue?.message;
  useLiveHue(hue, saved);
  const set = (text: string) => {
    const degrees = Number(text);
    if (!/^\d{1,3}$/.test(text) || degrees > 359) return;
    form.setValue('hue', degrees, { shouldDirty: true });
    form.clearErrors('hue');
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="font-medium">
          Hue
        </label>
        <div className="flex items-center gap-4">
          <input
            id={id}
            type="range"
            min={0}
            max={359}
            value={hue}
            aria-valuetext={`${hue} degrees`}
            aria-describedby={error ? `${id}-error` : `${id}-hint`}
            aria-invalid={error ? true : undefined}
            onChange={(event) => set(event.target.value)}
            className="h-10 grow accent-(--primary)"
          />
          <input
            type="text"
            inputMode="numeric"
            aria-label="Hue in degrees"
            value={hue}
            onChange={(event) =>
              set(event.target.value === '' ? '0' : event.target.value.replace(/^0+(?=\d)/, ''))
            }
            className={`${controlClass} w-20! text-end`}
          />
        </div>
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          Moves the ink, the links and the surfaces; shown in the whole page until you save or leave.
        </p>
        {error && (
          <p id={`${id}-error`} role="alert" className="text-sm text-loss">
            {error}
          </p>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Sample scheme="scheme-light" name="Light" />
        <Sample scheme="scheme-dark" name="Dark" />
      </div>
    </div>
  );
}

/** A piece of the page in one theme, whatever the page's own. */
function Sample({ scheme, name }: { scheme: string; name: string }) {
  return (
    <div aria-hidden="true" className={`${scheme} rounded-card border border-line bg-bg p-4 text-ink`}>
      <p className="label">{name}</p>
      <p className="serif mt-1 text-section">Inside the lines</p>
      <p className="mt-1 text-ink-2">
        Second text, <span className="link">a link</span>, <span className="text-ink-3">third text</span>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <span className={buttonClass({ size: 'small' })}>Primary</span>
        <span className={buttonClass({ size: 'small', variant: 'secondary' })}>Secondary</span>
        <Badge tone="info">Phase 1</Badge>
      </div>
    </div>
  );
}
