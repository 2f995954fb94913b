/**
 * Loaded into the built server before its own code (NODE_OPTIONS=--import): counts the steps on which its promises stand
 * and kills the process (SIGKILL) right before or after the n-th of one kind. `CHAOS_STEP` is `<kind>,<n>`; without it the
 * module does nothing. What was killed where is the last line on standard error.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { isMainThread } from 'node:worker_threads';

const [wanted, count] = (process.env.CHAOS_STEP ?? '').split(',');
const mailPort = Number(process.env.CHAOS_MAIL_PORT);
const call = new AsyncLocalStorage();
let left = Number(count);
/** From the first call on: the start has steps of the same kinds. */
let isServing = false;

/** Dies here if this is the step. */
const step = (kind, detail = '') => {
  if (kind !== wanted || !isServing) return;
  left -= 1;
  if (left !== 0) return;
  const where = call.getStore() ?? 'no call';
  fs.writeSync(2, `\nCHAOS ${kind}${detail ? ` (${detail})` : ''}, in ${where}\n`);
  process.kill(process.pid, 'SIGKILL');
  // A signal to oneself may take a moment to arrive; nothing may happen meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);
};

/** Names the call in which a step happens, for the report, and makes the answer a step of its own. */
const watchCalls = () => {
  const emit = http.Server.prototype.emit;
  http.Server.prototype.emit = function (event, ...rest) {
    if (event !== 'request') return emit.call(this, event, ...rest);
    const [request] = rest;
    isServing = true;
    return call.run(`${request.method} ${request.url}`, () => emit.call(this, event, ...rest));
  };
  const end = http.ServerResponse.prototype.end;
  http.ServerResponse.prototype.end = function (...rest) {
    const isWrite = this.req.method !== 'GET' && this.statusCode < 300;
    if (isWrite) step('before an answer');
    const result = end.apply(this, rest);
    if (isWrite) step('after an answer');
    return result;
  };
};

/** The embedded database writes its log and tables with `writeSync` and is made to sync the log with `fdatasync`. */
const watchEmbeddedDatabase = () => {
  const logs = new Set();
  const tables = new Set();
  const { openSync, closeSync, writeSync, fdatasync } = fs;
  fs.openSync = (path, ...rest) => {
    const fd = openSync(path, ...rest);
    if (/\/pg_wal\/[0-9A-F]{24}$/.test(path)) logs.add(fd);
    else if (/\/(base|global|pg_xact)\//.test(path)) tables.add(fd);
    return fd;
  };
  fs.closeSync = (fd) => {
    logs.delete(fd);
    tables.delete(fd);
    return closeSync(fd);
  };
  fs.writeSync = (fd, ...rest) => {
    const written = writeSync(fd, ...rest);
    if (logs.has(fd)) step('after a page of the log was written');
    else if (tables.has(fd)) step('after a page of a table was written');
    return written;
  };
  fs.fdatasync = (fd, done) => {
    step('before the log is synced');
    return fdatasync(fd, (...answer) => {
      step('after the log was synced');
      done(...answer);
    });
  };
};

/** What goes to PostgreSQL and to the mail server is seen on its way. */
const watchSockets = () => {
  const taking = new WeakSet();
  const { write, emit } = net.Socket.prototype;
  net.Socket.prototype.write = function (chunk, ...rest) {
    const text = typeof chunk === 'string' || Buffer.isBuffer(chunk) ? chunk.toString('latin1') : '';
    const toMailServer = this.remotePort === mailPort;
    const commits = !toMailServer && text.length < 64 && /\bcommit\b/i.test(text);
    if (commits) step('before a commit is sent');
    if (toMailServer && text.startsWith('RCPT TO')) step('before a mail is handed over', text.trim());
    const result = write.call(this, chunk, ...rest);
    if (commits) step('after a commit was sent');
    return result;
  };
  net.Socket.prototype.emit = function (event, ...rest) {
    if (event === 'data' && this.remotePort === mailPort) {
      const answer = rest[0].toString('latin1');
      // 354 asks for the text; the next answer is about all of it.
      if (/(^|\n)354/.test(answer)) taking.add(this);
      else if (taking.delete(this) && answer.startsWith('250')) step('after a mail was taken');
    }
    return emit.call(this, event, ...rest);
  };
};

const watchUploads = async () => {
  const handle = await fs.promises.open(process.execPath);
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = prototype;
  prototype.sync = async function () {
    step('before a file is synced');
    await sync.call(this);
  };
  // The module of `node:fs/promises` is the very object of `fs.promises`.
  const { rename } = fs.promises;
  fs.promises.rename = async (...paths) => {
    step('before a file gets its name');
    await rename(...paths);
    step('after a file got its name');
  };
};

if (isMainThread && wanted) {
  watchCalls();
  watchEmbeddedDatabase();
  watchSockets();
  await watchUploads();
  syncBuiltinESMExports();
}
