import { describe, expect, it } from 'vitest';
import { checkAsvs, countAsvs } from './asvs.mjs';
import { LEVELS } from './asvs-levels.mjs';

const FILES = {
  'a.test.ts':
    "describe('a door', () => {\n  it('is shut', () => {});\n  it.skip('is left out', () => {});\n});",
  'b.ts': "export const LIMIT = 5;\nconst table = {\n  'POST /x': 1,\n};\n// LATER",
  'c.md': '# Doors\n\ntext Windows\n',
};
const HEAD = 'requirement,level,subject,state,evidence,reason';
const levels = new Map([
  ['1.1.1', '2'],
  ['1.1.2', '3'],
]);
const problemsOf = (...lines) =>
  checkAsvs([HEAD, ...lines, ''].join('\n'), (path) => FILES[path] ?? '', levels).problems;
const FIRST = '1.1.1,2,doors,met,a.test.ts: is shut,';
const SECOND = '1.1.2,3,windows,deviation,,"there are ""none"", yet"';

describe('the table of requirements', () => {
  it('is right with evidence that exists, or a reason', () => {
    expect(problemsOf(FIRST, SECOND)).toEqual([]);
    const more = 'a.test.ts: a door || b.ts: LIMIT || b.ts: POST /x || c.md: Doors';
    expect(problemsOf(`1.1.1,2,doors,met,${more},`, SECOND)).toEqual([]);
  });

  it.each([
    ['1.1.1,2,doors,met,,', '1.1.1: is met, but nothing shows it'],
    ['1.1.1,2,doors,met,,a reason', '1.1.1: is met, but nothing shows it'],
    ['1.1.1,2,doors,n.a.,,', '1.1.1: has no reason'],
    ['1.1.1,1,doors,met,a.test.ts: is shut,', '1.1.1: is of level 2'],
    ['1.1.1,2,doors,done,a.test.ts: is shut,x', '1.1.1: is neither met nor deviation nor n.a.'],
    ['1.1.1,2,doors,met,a.test.ts: is open,', '1.1.1: a.test.ts has no "is open"'],
    ['1.1.1,2,doors,met,a.test.ts: is left out,', '1.1.1: a.test.ts has no "is left out"'],
    ['1.1.1,2,doors,met,z.test.ts: is shut,', '1.1.1: z.test.ts does not exist'],
    ['1.1.1,2,doors,met,b.ts: LATER,', '1.1.1: b.ts has no "LATER"'],
    ['1.1.1,2,doors,met,c.md: Windows,', '1.1.1: c.md has no "Windows"'],
    ['1.1.1,2,doors,met,somewhere,', '1.1.1: "somewhere" does not read "file: what stands there"'],
    ['1.1.1,2,doors,met,a.test.ts: is shut', '1.1.1: 5 cells, not 6'],
  ])('is wrong with %s', (line, problem) => {
    expect(problemsOf(line, SECOND)).toEqual([problem]);
  });

  it('has each requirement that applies, once', () => {
    expect(problemsOf(FIRST)).toEqual(['1.1.2: has no row']);
    expect(problemsOf(FIRST, FIRST, SECOND)).toEqual(['1.1.1: was there before']);
    expect(problemsOf(FIRST, SECOND, '1.1.3,1,roofs,n.a.,,none')).toEqual([
      '1.1.3: no requirement that applies',
    ]);
  });

  it('is counted by level', () => {
    const { rows } = checkAsvs([HEAD, FIRST, SECOND].join('\n'), (path) => FILES[path] ?? '', levels);
    expect(countAsvs(rows)).toEqual([
      'level 1: 0 met, 0 deviation, 0 n.a.',
      'level 2: 1 met, 0 deviation, 0 n.a.',
      'level 3: 0 met, 1 deviation, 0 n.a.',
    ]);
  });
});

describe('the requirements that apply', () => {
  it('are 63 of level 1, 127 of level 2 and 74 of level 3', () => {
    const of = (level) => [...LEVELS.values()].filter((one) => one === level).length;
    expect([of('1'), of('2'), of('3')]).toEqual([63, 127, 74]);
  });
});
