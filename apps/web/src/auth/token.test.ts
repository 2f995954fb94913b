import { describe, expect, it } from 'vitest';
import { decodeToken } from './token.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (payload: unknown) => `${part({ alg: 'HS256' })}.${part(payload)}.signature`;
const payload = { _id: '1', email: 'a@example.com', role: 'user', name: 'Zoë Łukasz' };

describe('decodeToken', () => {
  // spec 3.1
  it('reads the user, with letters beyond Latin-1, and takes a missing emailVerified as false', () => {
    expect(decodeToken(token(payload))).toEqual({ ...payload, emailVerified: false, timeZone: null });
    expect(decodeToken(token({ ...payload, emailVerified: true })).emailVerified).toBe(true);
    expect(decodeToken(token({ ...payload, timeZone: 'Asia/Seoul' })).timeZone).toBe('Asia/Seoul');
  });

  // spec 5.15
  it.each([
    [{ ...payload, name: undefined }, 'name'],
    [{ ...payload, _id: '', role: null }, '_id, role'],
    [{}, '_id, email, role, name'],
  ])('names the missing fields', (bad, names) => {
    expect(() => decodeToken(token(bad))).toThrow(`Missing required fields in token: ${names}`);
  });

  // spec 3.1, 5.16
  it('refuses other types', () => {
    expect(() => decodeToken(token({ ...payload, role: ['admin'] }))).toThrow(
      'Invalid data types in token payload',
    );
  });

  // spec 5.15
  it.each(['', 'x', 'a.b.c', `a.${part('text')}.c`, `a.${part(null)}.c`])('refuses %j', (text) => {
    expect(() => decodeToken(text)).toThrow('Missing required fields in token: _id, email, role, name');
  });
});
