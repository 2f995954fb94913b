/**
 * Loaded into the built server before its own code (NODE_OPTIONS=--import): counts the requests that it accepts and those
 * whose answer it handed over whole, and writes both to standard error when the process ends.
 */
import fs from 'node:fs';
import http from 'node:http';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  let accepted = 0;
  let answered = 0;
  const emit = http.Server.prototype.emit;
  http.Server.prototype.emit = function (event, ...rest) {
    if (event === 'request') {
      accepted += 1;
      rest[1].once('finish', () => {
        answered += 1;
      });
    }
    return emit.call(this, event, ...rest);
  };
  process.once('exit', () => fs.writeSync(2, `CALLS ${accepted} ${answered}\n`));
}
