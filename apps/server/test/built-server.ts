import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What `npm run build` makes; `TEST_BUNDLE` names another copy of it. */
const BUNDLE = process.env.TEST_BUNDLE ?? fileURLToPath(new URL('../dist/main.mjs', import.meta.url));
const START_MILLISECONDS = 60_000;

export type Ended = { code: number | null; stdout: string; stderr: string };

export type BuiltServer = {
  url: string;
  pid: number;
  /** Resolves with how the process ended, by whatever. */
  ended: Promise<Ended>;
  /** SIGKILL: nothing of the process runs any more when this resolves. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with how the process ended. */
  stop(): Promise<Ended>;
};

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

const launch = (environment: Record<string, string>, words: readonly string[] = []) => {
  if (!existsSync(BUNDLE)) throw new Error(`${BUNDLE} is missing: run npm run build.`);
  const child = spawn(process.execPath, ['--enable-source-maps', BUNDLE, ...words], {
    env: { PATH: process.env.PATH, PORT: '0', DEMO: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => {
      children.delete(child);
      resolve({ code, ...output });
    });
  });
  return { child, output, ended };
};

/** Runs the built server, or the command that the words name, until it ends by itself. */
export const runBuiltServer = (
  environment: Record<string, string>,
  words: readonly string[] = [],
): Promise<Ended> => launch(environment, words).ended;

/** Kills the built server so many milliseconds after its process began, wherever its start is by then. */
export const killDuringStart = async (
  environment: Record<string, string>,
  milliseconds: number,
): Promise<void> => {
  const { child, ended } = launch(environment);
  await Promise.race([new Promise((resolve) => setTimeout(resolve, milliseconds)), ended]);
  child.kill('SIGKILL');
  await ended;
};

/** Starts the built server in a process of its own, on a free port, and waits until it serves. */
export const startBuiltServer = async (environment: Record<string, string>): Promise<BuiltServer> => {
  const { child, output, ended } = launch(environment);
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not start in time.\n${output.stdout}${output.stderr}`));
    }, START_MILLISECONDS);
    child.stdout.on('data', () => {
      const port = /is running at\s+http:\/\/[^:\s]+:(\d+)\s/.exec(output.stdout)?.[1];
      if (port === undefined) return;
      clearTimeout(late);
      resolve(`http://127.0.0.1:${port}`);
    });
    void ended.then(({ code, stderr }) => {
      clearTimeout(late);
      reject(new Error(`The server ended with code ${code}.\n${stderr}`));
    });
  });
  return {
    url: address,
    pid: child.pid ?? 0,
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};
