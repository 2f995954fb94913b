import { late } from '../../ui/late.tsx';
import { keepEarlyKeys } from './early-keys.ts';

export const LateShell = late(async () => {
  keepEarlyKeys();
  return (await import('./Shell.tsx')).Shell;
});
