import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout, without a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

const OUTPUT_GRACE_MS = 3000;
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});

/**
 * Runs a program and collects its output; the program ends with this process. Never rejects: a program that cannot
 * be started or that dies by a signal has `code` 1 or more.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, stream?: boolean }} [options] with `stream`
 *   the output also goes to this process's output while it is made
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export function run(command, args, options = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    let output = '';
    let settled = false;
    const finish = (code) => {
      if (settled) return;
      settled = true;
      running.delete(child);
      resolve({ code, output, seconds: (performance.now() - started) / 1000 });
    };
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const collect = (target) => (chunk) => {
      output += chunk;
      if (options.stream) target.write(chunk);
    };
    child.stdout.on('data', collect(process.stdout));
    child.stderr.on('data', collect(process.stderr));
    child.on('error', (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    const end = (code, signal) => {
      if (signal && !settled) output += `${command} ended by ${signal}\n`;
      finish(code ?? 1);
    };
    child.on('close', end);
    // A process that the program left behind keeps its output open: do not wait for that one.
    child.on('exit', (code, signal) => setTimeout(end, OUTPUT_GRACE_MS, code, signal));
  });
}

/** Runs a program of a development dependency, by the path of its script inside node_modules. */
export function runTool(script, args, options = {}) {
  return run(process.execPath, [`${root}/node_modules/${script}`, ...args], options);
}
