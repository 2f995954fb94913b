import { expect, it, vi } from 'vitest';
import { showRefusals } from './refusals.ts';

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
