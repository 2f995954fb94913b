import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_FOLDER } from './server.ts';

export type Clock = {
  /** For `startFirm`: the server then runs by this clock. */
  environment: Record<string, string>;
  now(): Date;
  advance(milliseconds: number): void;
  remove(): void;
};

/** A clock for the server that can be put forward while it runs. */
export const createClock = (): Clock => {
  mkdirSync(TEST_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(TEST_FOLDER, 'clock-'));
  const file = join(folder, 'ahead');
  let ahead = 0;
  // Renamed into place: the server never reads half a number.
  const write = () => {
    writeFileSync(`${file}.new`, String(ahead));
    renameSync(`${file}.new`, file);
  };
  write();
  return {
    environment: {
      E2E_CLOCK_FILE: file,
      NODE_OPTIONS: `--import=${new URL('./clock-preload.mjs', import.meta.url).href}`,
    },
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds;
      write();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
