import { late } from '../../ui/late.tsx';

export const LateShell = late(async () => (await import('./Shell.tsx')).Shell);
