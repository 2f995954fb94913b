import { renderToStaticMarkup } from 'react-dom/server';
import { type Toast, useToaster } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it } from 'vitest';
import { TOAST_OPTIONS, toast } from './toast.ts';

/** The toasts that are held now, with the durations they were given. */
const held = (): Toast[] => {
  let toasts: Toast[] = [];
  const onToasts = (now: Toast[]) => {
    toasts = now;
  };
  renderToStaticMarkup(<Probe onToasts={onToasts} />);
  return toasts;
};

function Probe({ onToasts }: { onToasts: (toasts: Toast[]) => void }) {
  onToasts(useToaster(TOAST_OPTIONS).toasts);
  return null;
}

beforeEach(() => toast.remove());

describe('toasts', () => {
  // spec 9.24, 9.27, 9.28
  it('of each type stay for their time', () => {
    toast('blank');
    toast.error('error');
    toast.success('success');
    toast.loading('loading');
    toast.custom('custom');
    const facts = held().map(({ type, duration, removeDelay }) => [type, duration, removeDelay]);
    expect(facts.reverse()).toEqual([
      ['blank', 4000, 1000],
      ['error', 4000, 1000],
      ['success', 2000, 1000],
      ['loading', Number.POSITIVE_INFINITY, 1000],
      ['custom', 4000, 1000],
    ]);
  });

  // spec 9.25
  it('are twenty at most, the newest', () => {
    for (let number = 1; number <= 25; number += 1) toast(`toast ${number}`);
    const shown = held().map(({ message }) => message);
    expect(shown).toHaveLength(20);
    expect([shown[0], shown[19]]).toEqual(['toast 25', 'toast 6']);
  });
});
