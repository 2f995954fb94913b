import type { FieldValues, Resolver } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';

const load = () => import('./form-checks.ts').catch(() => null);

type Forms = typeof import('./form-checks.ts').forms;

/** How long a form is left alone before the code is asked for without a press, in milliseconds. */
const LEFT_ALONE = 3_000;

let isPlanned = false;

/**
 * Asks for the code with the first key or press on a page with a form: a field that is left later finds it there. Without one
 * it comes a while after the form, for those who lose their connection before they type.
 */
function loadAtFirstPress(): void {
  if (isPlanned || typeof window === 'undefined') return;
  isPlanned = true;
  setTimeout(() => void load(), LEFT_ALONE);
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, () => void load(), { once: true, capture: true });
}

/**
 * What checks a form of the contract, for `useForm`. The code that checks comes after the page: nothing needs it before
 * the first field is left. If it cannot be loaded, the server's own check remains.
 */
export function formResolver<Input extends FieldValues, Output>(
  choose: (forms: Forms) => ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output | Input> {
  loadAtFirstPress();
  return async (values, ...rest) => {
    const checks = await load();
    if (!checks) return { values, errors: {} };
    return checks.standardSchemaResolver(choose(checks.forms))(values, ...rest);
  };
}
