import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { platform } from 'node:os';
import { join } from 'node:path';

/** Another process holds the data folder; the message is one line for the operator. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';

  constructor(dataDir: string, holder: string) {
    super(
      `The data folder ${dataDir} is in use by another process${holder}. ` +
        'Stop that one, or set DATA_DIR to a folder of its own, or set DATABASE_URL to run several processes.',
    );
  }
}

const PID_FILE = 'process.pid';
const SOCKET_FILE = 'process.sock';

/**
 * Takes the only right to use `dataDir` until `release` is called or the process ends, however it ends.
 *
 * Two writers on one embedded database destroy acknowledged rows without an error, so the lock must not
 * outlive its process nor be lost: on Linux it is an abstract Unix socket, which the kernel frees; a socket
 * file beside it is seen by containers that share the folder but not the network namespace. Elsewhere it is
 * a pid file whose process is probed.
 *
 * @throws {DataFolderInUseError} when another process holds it
 */
export async function lockDataFolder(dataDir: string): Promise<{ release(): Promise<void> }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = realpathSync(dataDir);
  return platform() === 'linux' ? lockBySockets(folder) : lockByPidFile(folder);
}

async function lockBySockets(folder: string): Promise<{ release(): Promise<void> }> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 40);
  const abstract = await listen(`\0firmament-${name}`);
  if (abstract === 'in use') throw new DataFolderInUseError(folder, holderOf(folder));
  const socketFile = join(folder, SOCKET_FILE);
  if (await answers(socketFile)) {
    await closeServer(abstract);
    throw new DataFolderInUseError(folder, holderOf(folder));
  }
  rmSync(socketFile, { force: true });
  // A path too long for a socket or a file system without sockets leaves the abstract lock alone in charge.
  const file = await listen(socketFile).catch(() => null);
  writeFileSync(join(folder, PID_FILE), `${process.pid}\n`, { mode: 0o600 });
  return {
    async release() {
      rmSync(join(folder, PID_FILE), { force: true });
      if (file !== null && file !== 'in use') await closeServer(file);
      await closeServer(abstract);
    },
  };
}

async function lockByPidFile(folder: string): Promise<{ release(): Promise<void> }> {
  const path = join(folder, PID_FILE);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(path, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
      return {
        async release() {
          rmSync(path, { force: true });
        },
      };
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    if (isAlive(readPid(folder))) break;
    rmSync(path, { force: true });
  }
  throw new DataFolderInUseError(folder, holderOf(folder));
}

function listen(path: string): Promise<Server | 'in use'> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => (hasCode(error, 'EADDRINUSE') ? resolve('in use') : reject(error)));
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

function answers(socketFile: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketFile);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function readPid(folder: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, PID_FILE), 'utf8'), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function holderOf(folder: string): string {
  const pid = readPid(folder);
  return pid === null ? '' : ` (pid ${pid})`;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
