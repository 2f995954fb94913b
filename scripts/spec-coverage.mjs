import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFiles, readText } from './files.mjs';
import { root } from './run.mjs';

const CLAUSES = 'docs/spec-clauses.txt';
const REPORT = 'docs/spec-coverage.md';
export const TEST_FILE = /\.(?:test|e2e)\.(?:tsx?|mjs)$/;
const NUMBERS = /^\d+\.\d+(?:, \d+\.\d+)*$/;

/**
 * Reads the clause file.
 * @param {string} text
 * @returns {{ sections: { title: string, clauses: { number: string, fact: string, untested?: string }[] }[],
 *   problems: string[] }}
 */
export function readClauses(text) {
  const sections = [];
  const problems = [];
  const seen = new Set();
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const at = `${CLAUSES}:${index + 1}`;
    const heading = /^= (\d+) \S.*$/.exec(line);
    const clause = /^((\d+)\.\d+) (\S.*?)(?: \[untested: (.+)\])?$/.exec(line);
    if (heading) sections.push({ title: line.slice(2), clauses: [] });
    else if (!clause) problems.push(`${at}: neither a section nor a clause`);
    else if (sections.at(-1)?.title.split(' ')[0] !== clause[2])
      problems.push(`${at}: ${clause[1]} stands in another section`);
    else if (seen.has(clause[1])) problems.push(`${at}: ${clause[1]} was there before`);
    else {
      seen.add(clause[1]);
      const [, number, , fact, untested] = clause;
      sections.at(-1).clauses.push({ number, fact, ...(untested ? { untested } : {}) });
    }
  }
  return { sections, problems };
}

/** The index after the string literal that begins at `at`. */
function endOfString(source, at) {
  for (let index = at + 1; index < source.length; index++) {
    if (source[index] === '\\') index++;
    else if (source[index] === source[at]) return index + 1;
  }
  return source.length;
}

/** The index after the bracket that closes the one at `at`; brackets in strings and comments do not count. */
function endOfGroup(source, at) {
  let depth = 0;
  for (let index = at; index < source.length; index++) {
    const here = source[index];
    if (here === "'" || here === '"' || here === '`') index = endOfString(source, index) - 1;
    else if (source.startsWith('//', index)) index = source.indexOf('\n', index);
    else if (source.startsWith('/*', index)) index = source.indexOf('*/', index) + 1;
    else if ('([{'.includes(here)) depth++;
    else if (')]}'.includes(here) && --depth === 0) return index + 1;
  }
  return source.length;
}

/** The title of the test whose code begins at `at`, or why there is none. */
function titleAt(source, at) {
  const call = /^(?:(it|step|test)|describe)(\.each|\.for)?(?:<[^\n]*?>)?\(/.exec(source.slice(at));
  if (!call) return { problem: 'a tag stands above something that is no test, or a test that is left out' };
  const open = at + call[0].length - 1;
  const list = call[2] ? source.indexOf('(', endOfGroup(source, open)) : open;
  const rest = source.slice(list + 1);
  const start = list + 1 + rest.length - rest.trimStart().length;
  if (!`'"\``.includes(source[start])) return { problem: 'the title of a tagged test is no text' };
  const title = source
    .slice(start + 1, endOfString(source, start) - 1)
    .replaceAll(/\\(['"`\\])/g, '$1')
    .replaceAll(/\s+/g, ' ');
  return { title: call[1] ? title : `${title} (all of it)` };
}

/**
 * The titles of all tests and groups of a test file, as they stand there.
 * @param {string} source
 * @returns {Set<string>}
 */
export function readTitles(source) {
  const titles = [...source.matchAll(/(?<![\w.'"`])(?:it|step|test|describe)(?=[.(<])/g)]
    .map(({ index }) => titleAt(source, index).title?.replace(/ \(all of it\)$/, ''))
    .filter((title) => title !== undefined);
  return new Set(titles);
}

/**
 * Finds the tags of a test file: lines `// spec 2.41, 8.13` directly above a test.
 * @param {string} source
 * @returns {{ tags: { clauses: string[], title: string }[], problems: string[] }} problems begin with a line's number
 */
export function readTags(source) {
  const tags = [];
  const problems = [];
  let pending = [];
  let at = 0;
  for (const [index, line] of source.split('\n').entries()) {
    const code = line.trimStart();
    const tag = /^\/\/ ?spec\b:? ?(.*)$/i.exec(code);
    if (tag && (!code.startsWith('// spec ') || !NUMBERS.test(tag[1])))
      problems.push(`${index + 1}: a tag reads "// spec 2.41, 8.13"`);
    else if (tag) pending.push(...tag[1].split(', '));
    else if (pending.length > 0 && !code.startsWith('//')) {
      const { title, problem } = titleAt(source, at + line.length - code.length);
      if (problem) problems.push(`${index + 1}: ${problem}`);
      else tags.push({ clauses: pending, title });
      pending = [];
    } else if (!tag && /\/\/ ?spec \d/.test(line)) problems.push(`${index + 1}: a tag has a line of its own`);
    at += line.length + 1;
  }
  if (pending.length > 0) problems.push('a tag stands at the end of the file');
  return { tags, problems };
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function provenBy({ untested }, tests) {
  if (tests.length > 0)
    return tests.map(({ path, title }) => `${cell(title)} ([${basename(path)}](../${path}))`).join('<br>');
  return untested ? `not by a test: ${cell(untested)}` : '**nothing**';
}

/**
 * Brings clauses and tests together.
 * @param {string} clauseText the clause file
 * @param {{ path: string, source: string }[]} files the test files
 * @returns {{ report: string, problems: string[] }} the report in Markdown, and what is wrong
 */
export function coverSpecification(clauseText, files) {
  const { sections, problems } = readClauses(clauseText);
  const clauses = sections.flatMap((section) => section.clauses);
  const tests = new Map(clauses.map(({ number }) => [number, []]));
  for (const { path, source } of files) {
    const read = readTags(source);
    problems.push(...read.problems.map((problem) => `${path}:${problem}`));
    for (const { clauses: named, title } of read.tags) {
      for (const number of named) {
        if (tests.has(number)) tests.get(number).push({ path, title });
        else problems.push(`${path}: "${title}" names ${number}, which is no clause`);
      }
    }
  }
  for (const { number, fact, untested } of clauses) {
    const proven = tests.get(number).length > 0;
    if (!proven && !untested) problems.push(`${number} has no test: ${fact}`);
    if (proven && untested) problems.push(`${number} has a test and a reason for having none`);
  }
  const proven = clauses.filter(({ number }) => tests.get(number).length > 0).length;
  const report = [
    '# What proves the specification',
    '',
    '<!-- Made by npm run coverage:spec from docs/spec-clauses.txt and the tags in the tests. Do not edit. -->',
    '',
    `${clauses.length} clauses, ${proven} of them proven by tests. A test claims clauses by a line above it:`,
    '`// spec 2.41, 8.13`. `npm run check` fails on a clause without a test.',
    ...sections.flatMap((section) => [
      '',
      `## ${section.title}`,
      '',
      '| Clause | Fact | Proven by |',
      '|---|---|---|',
      ...section.clauses.map(
        (clause) =>
          `| ${clause.number} | ${cell(clause.fact)} | ${provenBy(clause, tests.get(clause.number))} |`,
      ),
    ]),
    '',
  ].join('\n');
  return { report, problems };
}

const coverProject = (files) =>
  coverSpecification(
    readText(CLAUSES),
    files
      .filter((path) => TEST_FILE.test(path) && !path.startsWith('scripts/'))
      .sort()
      .map((path) => ({ path, source: readText(path) })),
  );

/** What `npm run check` says of the specification's coverage. */
export async function findUncoveredClauses(files) {
  const { report, problems } = coverProject(files);
  const stale = problems.length === 0 && report !== readText(REPORT);
  return stale ? [`${REPORT} is stale: run npm run coverage:spec`] : problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { report, problems } = coverProject(projectFiles());
  writeFileSync(join(root, REPORT), report);
  console.log(problems.join('\n') || `${REPORT} is written; every clause has its test.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
