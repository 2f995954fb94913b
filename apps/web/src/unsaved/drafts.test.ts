import { expect, it } from 'vitest';
import { draftOf } from './drafts.ts';

it('keeps touched fields, and never a secret', () => {
  const values = {
    name: 'Ada',
    email: 'a@b.example',
    password: 'secret',
    links: [{ url: 'x' }, { url: 'y' }],
  };
  const dirty = { name: true, email: false, password: true, links: [{}, { url: true }] };
  expect(draftOf(values, dirty, ['password'])).toEqual({ name: 'Ada', links: values.links });
  expect(draftOf(values, {}, [])).toEqual({});
});
