import { expect, it } from 'vitest';
import { outside } from './paths.ts';

it.each([
  'https://social.example/firm',
  'http://localhost:3000/x',
  'HTTPS://social.example',
  'otpauth://totp/Firm:ada@example.com?secret=A',
])('%s may be followed', (address) => {
  expect(outside(address)).toBe(address);
});

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'JaVaScRiPt:alert(1)//https://a.example',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  '//evil.example',
  'https:///evil.example',
  'https:evil.example',
  ' https://evil.example',
  'evil.example',
  '',
])('%j leads nowhere', (address) => {
  expect(outside(address)).toBeUndefined();
});
