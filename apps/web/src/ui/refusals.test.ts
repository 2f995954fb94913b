import { beforeEach, expect, it, vi } from 'vitest';
import { showRefusals } from './refusals.ts';

const focused = { getBoundingClientRect: vi.fn(), scrollIntoView: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { activeElement: focused });
  vi.stubGlobal('innerHeight', 900);
  focused.getBoundingClientRect.mockReturnValue({ top: 300, bottom: 340 });
  focused.scrollIntoView.mockClear();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const formOf = (values: Record<string, unknown>) => {
  const setError = vi.fn();
  return { setError, form: { getValues: (() => values) as never, setError } };
};

it('gives the focus to the first refused field of the form, whatever the server names first', () => {
  const { form, setError } = formOf({ name: '', email: '', password: '' });
  expect(showRefusals(form, { password: 'Too short', email: 'Taken' })).toBe(true);
  expect(setError.mock.calls).toEqual([
    ['email', { message: 'Taken' }, { shouldFocus: true }],
    ['password', { message: 'Too short' }, { shouldFocus: false }],
  ]);
});

it('knows parts of a field, and leaves what is no field of the form to the caller', () => {
  const { form, setError } = formOf({ questions: [] });
  expect(showRefusals(form, { 'questions.1.title': 'Missing', version: 'Old' })).toBe(true);
  expect(setError).toHaveBeenCalledOnce();
  expect(showRefusals(form, { version: 'Old' })).toBe(false);
});

it('brings the first refused field into view, and moves nothing where it is', () => {
  const { form } = formOf({ name: '' });
  showRefusals(form, { name: 'Missing' });
  vi.runAllTimers();
  expect(focused.scrollIntoView).not.toHaveBeenCalled();
  for (const place of [
    { top: -400, bottom: -360 },
    { top: 880, bottom: 920 },
  ]) {
    focused.getBoundingClientRect.mockReturnValue(place);
    showRefusals(form, { name: 'Missing' });
    vi.runAllTimers();
    expect(focused.scrollIntoView).toHaveBeenLastCalledWith({ block: 'center' });
  }
  expect(focused.scrollIntoView).toHaveBeenCalledTimes(2);
});
