import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout, without a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * Runs a program and collects its output. Never rejects: a program that cannot be started or that dies by a
 * signal has `code` 1 or more.
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
      resolve({ code, output, seconds: (performance.now() - started) / 1000 });
    };
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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
    child.on('close', (code, signal) => {
      if (signal) output += `${command} ended by ${signal}\n`;
      finish(code ?? 1);
    });
  });
}

/** Runs a program of a development dependency, by the path of its script inside node_modules. */
export function runTool(script, args, options = {}) {
  return run(process.execPath, [`${root}/node_modules/${script}`, ...args], options);
}
