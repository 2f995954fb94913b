import { expect, it } from 'vitest';
import { comparedTexts, withTyped } from './typed.ts';

it('keeps what was typed, field by field, and takes the rest from what is there now', () => {
  const now = { name: 'Theirs', year: '2027', phase: { target: '9', days: '4' }, links: ['theirs'] };
  const typed = { name: 'Mine', year: '2026', phase: { target: '8', days: '3' }, links: ['mine', 'more'] };
  const dirty = { name: true, phase: { target: true, days: false }, links: [false, true] };
  expect(withTyped(now, typed, dirty)).toEqual({
    name: 'Mine',
    year: '2027',
    phase: { target: '8', days: '4' },
    links: ['mine', 'more'],
  });
  expect(withTyped(now, typed, {})).toEqual(now);
});

it('lists what they changed and what I typed, and nothing that is the same', () => {
  const before = { Name: 'A', Email: 'a@x', Role: 'user', Year: '1' };
  const now = { Name: 'B', Email: 'a@x', Role: 'user', Year: '2' };
  const mine = { Name: 'C', Email: 'c@x', Role: 'user', Year: '2' };
  expect(comparedTexts(before, now, mine)).toEqual([
    { label: 'Name', seen: 'A', theirs: 'B', yours: 'C' },
    { label: 'Email', seen: 'a@x', theirs: 'a@x', yours: 'c@x' },
    { label: 'Year', seen: '1', theirs: '2', yours: null },
  ]);
});
