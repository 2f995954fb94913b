import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './run.mjs';

const ignoredFolders = new Set(['node_modules', '.git', '.test', 'dist', 'data', 'coverage']);

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (ignoredFolders.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [relative(root, path)];
  });
}

/** The files of the project: what git tracks or would track, or every file where this is no git checkout. */
export function projectFiles() {
  try {
    const git = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', git, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [...new Set(listed.split('\0').filter(Boolean))];
  } catch {
    return walk(root);
  }
}

/** The text of a file, or nothing for a binary or a deleted one. */
export function readText(path) {
  try {
    const bytes = readFileSync(join(root, path));
    return bytes.includes(0) ? '' : bytes.toString('utf8');
  } catch {
    return '';
  }
}
