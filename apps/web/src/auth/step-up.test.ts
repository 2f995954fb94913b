import { expect, it } from 'vitest';
import { askStepUp, settleStepUp } from './step-up.ts';

it('asks once for all calls that wait, and anew after the answer', async () => {
  const [one, two] = [askStepUp(), askStepUp()];
  settleStepUp(true);
  expect(await Promise.all([one, two])).toEqual([true, true]);
  const three = askStepUp();
  settleStepUp(false);
  settleStepUp(true);
  expect(await three).toBe(false);
});
