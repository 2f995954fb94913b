import { fileURLToPath } from 'node:url';
import { LEVELS } from './asvs-levels.mjs';
import { readText } from './files.mjs';
import { readTitles, TEST_FILE } from './spec-coverage.mjs';

const TABLE = 'docs/asvs.csv';
const COLUMNS = ['requirement', 'level', 'subject', 'state', 'evidence', 'reason'];
const STATES = ['met', 'deviation', 'n.a.'];
/** Between two pieces of evidence of one requirement. */
const AND = ' || ';

/** The cells of one line of CSV (RFC 4180); no cell holds a line break. */
function cellsOf(line) {
  const cells = [];
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g))
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  return cells;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a file of this name and text has what is named: a test's title, a declaration or key, a heading, or the text. */
function holds(path, source, name) {
  if (TEST_FILE.test(path)) return readTitles(source).has(name);
  if (path.endsWith('.md'))
    return source.split('\n').some((line) => /^#+ /.test(line) && line.endsWith(` ${name}`));
  if (!/\.(?:tsx?|mjs)$/.test(path)) return source.includes(name);
  const word = escaped(name);
  const declaration = new RegExp(`\\b(?:const|let|function|class|type|interface)\\s+${word}(?![\\w$])`);
  return declaration.test(source) || new RegExp(`^\\s*(?:${word}|'${word}'|"${word}"): `, 'm').test(source);
}

/** Why a piece of evidence shows nothing, or nothing. */
function faultOf(piece, read) {
  const [, path, name] = /^(\S+): (\S.*)$/.exec(piece) ?? [];
  if (path === undefined) return `"${piece}" does not read "file: what stands there"`;
  const source = read(path);
  if (source === '') return `${path} does not exist`;
  return holds(path, source, name) ? undefined : `${path} has no "${name}"`;
}

/**
 * Reads the table of requirements and checks each row.
 * @param {string} text the table
 * @param {(path: string) => string} read the text of a file of the project, empty where there is none
 * @param {ReadonlyMap<string, string>} levels the level of each requirement that applies
 * @returns {{ rows: Record<string, string>[], problems: string[] }}
 */
export function checkAsvs(text, read, levels) {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const problems = head === COLUMNS.join(',') ? [] : [`${TABLE} begins with the line ${COLUMNS.join(',')}`];
  const sources = new Map();
  const readOnce = (path) => {
    if (!sources.has(path)) sources.set(path, read(path));
    return sources.get(path);
  };
  const rows = [];
  const seen = new Set();
  for (const line of lines) {
    const cells = cellsOf(line);
    const row = Object.fromEntries(COLUMNS.map((name, index) => [name, cells[index] ?? '']));
    const tell = (problem) => problems.push(`${row.requirement}: ${problem}`);
    if (cells.length !== COLUMNS.length) tell(`${cells.length} cells, not ${COLUMNS.length}`);
    if (!levels.has(row.requirement)) tell('no requirement that applies');
    else if (levels.get(row.requirement) !== row.level) tell(`is of level ${levels.get(row.requirement)}`);
    if (seen.has(row.requirement)) tell('was there before');
    if (!STATES.includes(row.state)) tell(`is neither ${STATES.join(' nor ')}`);
    if (row.state === 'met' && row.evidence === '') tell('is met, but nothing shows it');
    if (row.state !== 'met' && row.reason === '') tell('has no reason');
    for (const piece of row.evidence === '' ? [] : row.evidence.split(AND)) {
      const fault = faultOf(piece, readOnce);
      if (fault) tell(fault);
    }
    seen.add(row.requirement);
    rows.push(row);
  }
  for (const requirement of levels.keys())
    if (!seen.has(requirement)) problems.push(`${requirement}: has no row`);
  return { rows, problems };
}

/** What is wrong with the project's own table: nothing, if it is right. */
export const findAsvsFaults = async () => checkAsvs(readText(TABLE), readText, LEVELS).problems;

/** How many requirements of each level are in each state, as lines to read. */
export function countAsvs(rows) {
  const count = (level, state) => rows.filter((row) => row.level === level && row.state === state).length;
  const line = (level) => STATES.map((state) => `${count(level, state)} ${state}`).join(', ');
  return ['1', '2', '3'].map((level) => `level ${level}: ${line(level)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { rows, problems } = checkAsvs(readText(TABLE), readText, LEVELS);
  for (const problem of problems) console.log(problem);
  console.log(`${rows.length} requirements of OWASP ASVS 5.0.0 apply`);
  for (const text of countAsvs(rows)) console.log(text);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
