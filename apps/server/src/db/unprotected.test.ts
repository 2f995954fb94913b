import { expect, it } from 'vitest';
import { isUnprotected } from './unprotected.ts';

it.each([
  null,
  'postgres://u:p@127.0.0.1:5432/firm',
  'postgres://u:p@localhost/firm',
  'postgres://u:p@[::1]/firm',
  'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/firm',
  'postgres:///firm?host=/var/run/postgresql',
  'postgres://u:p@db.example/firm?sslmode=verify-full',
])('%s keeps to this machine, or is checked', (url) => {
  expect(isUnprotected(url)).toBe(false);
});

it.each([
  'postgres://u:p@db.example/firm',
  'postgres://u:p@10.0.0.5/firm',
  'postgres://u:p@127.evil.example/firm',
  'postgres://u:p@db.example/firm?sslmode=no-verify',
  'postgres://u:p@db.example/firm?sslmode=disable',
  'postgres:///firm?host=db.example',
])('%s is read by who stands between', (url) => {
  expect(isUnprotected(url)).toBe(true);
});
