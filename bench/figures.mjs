import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** The middle one of some numbers. */
export const median = (numbers) =>
  [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)];

/** The memory that this process may use in GB: the machine's, or its container's where that is less. */
function memory() {
  try {
    const limit = Number(readFileSync('/sys/fs/cgroup/memory.max', 'utf8'));
    if (Number.isFinite(limit)) return Math.min(limit, totalmem()) / 1e9;
  } catch {
    // No container.
  }
  return totalmem() / 1e9;
}

/** On what was measured, and how busy it was. */
export const machine = (browserVersion) => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model,
  memory: `${memory().toFixed(1)} GB`,
  node: process.version,
  chromium: browserVersion,
  load: loadavg()
    .map((load) => load.toFixed(1))
    .join(' '),
});

/** Prints rows as a table; each cell is text. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    );
}
