/**
 * Loaded into a command of the built server before its own code (NODE_OPTIONS=--import): kills the process (SIGKILL) when it
 * is about to seal its n-th text, n being `CHAOS_SEAL`.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  let left = Number(process.env.CHAOS_SEAL);
  const { createCipheriv } = crypto;
  crypto.createCipheriv = (...given) => {
    left -= 1;
    if (left === 0) {
      process.kill(process.pid, 'SIGKILL');
      // A signal to oneself may take a moment to arrive; nothing may happen meanwhile.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);
    }
    return createCipheriv(...given);
  };
  syncBuiltinESMExports();
}
