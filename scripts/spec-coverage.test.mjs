import { describe, expect, it } from 'vitest';
import { coverSpecification, readClauses, readTags } from './spec-coverage.mjs';

const tagsOf = (source) => readTags(source).tags;
const problemsOf = (source) => readTags(source).problems;

describe('the tags of a test', () => {
  it('stand above it, on one line or more', () => {
    expect(tagsOf("  // spec 2.4, 8.13\n  it('says \\'so\\'', () => {});")).toEqual([
      { clauses: ['2.4', '8.13'], title: "says 'so'" },
    ]);
    expect(tagsOf('// spec 2.4\n// spec 2.5\nstep("pays", work);')).toEqual([
      { clauses: ['2.4', '2.5'], title: 'pays' },
    ]);
    expect(tagsOf('// spec 2.4\n// why\nit(\n  `two\n  lines`,\n  () => {});')).toEqual([
      { clauses: ['2.4'], title: 'two lines' },
    ]);
  });

  it('stand above a table of tests and above a group', () => {
    const table = `// spec 2.4\nit.each([\n  [')', "]"], // )\n  [\`(\`], /* ' */\n])('shows %s', () => {});`;
    expect(tagsOf(table)).toEqual([{ clauses: ['2.4'], title: 'shows %s' }]);
    expect(
      tagsOf("// spec 2.4\nit.each<[string, () => void]>([\n  ['a', b],\n])('shows %s', () => {});"),
    ).toEqual([{ clauses: ['2.4'], title: 'shows %s' }]);
    expect(tagsOf("// spec 2.4\ndescribe('home', () => {});")).toEqual([
      { clauses: ['2.4'], title: 'home (all of it)' },
    ]);
  });

  it.each([
    '// spec 2\nit("a")',
    '// spec 2.4,8.13\nit("a")',
    '// spec: 2.4\nit("a")',
    '//spec 2.4\nit("a")',
    '// spec 2.4 and more\nit("a")',
    '// spec 2.4\nconst a = 1;',
    '// spec 2.4\n\nit("a")',
    '// spec 2.4\nit.skip("a")',
    '// spec 2.4\nit.todo("a")',
    '// spec 2.4\nit(title, work)',
    'it("a"); // spec 2.4',
    '// spec 2.4',
  ])('are refused as %j', (source) => {
    expect(problemsOf(source)).toHaveLength(1);
    expect(tagsOf(source)).toEqual([]);
  });

  it('are not what only looks like them', () => {
    expect(readTags("// specification section 2\nit('a');\nconst spec = 1; // speculative")).toEqual({
      tags: [],
      problems: [],
    });
  });
});

describe('the clauses', () => {
  it('stand in their section, once', () => {
    const { sections, problems } = readClauses(
      '# c\n\n= 1 One\n1.1 a\n1.2 b [untested: c]\n2.1 d\n1.1 e\nf\n',
    );
    expect(sections).toEqual([
      {
        title: '1 One',
        clauses: [
          { number: '1.1', fact: 'a' },
          { number: '1.2', fact: 'b', untested: 'c' },
        ],
      },
    ]);
    expect(problems.map((problem) => problem.split(':')[1])).toEqual(['6', '7', '8']);
  });
});

describe('the report', () => {
  const clauses = '= 1 One\n1.1 a | b\n1.2 c\n1.3 d [untested: no]';
  const covered = (source) => coverSpecification(clauses, [{ path: 'apps/x.test.ts', source }]);

  it('names the tests of each clause', () => {
    const { report, problems } = covered("// spec 1.1, 1.2\nit('does', () => {});\n// spec 1.2\nit('too');");
    expect(problems).toEqual([]);
    expect(report).toContain('| 1.1 | a \\| b | does ([x.test.ts](../apps/x.test.ts)) |');
    expect(report).toContain('does ([x.test.ts](../apps/x.test.ts))<br>too ([x.test.ts]');
    expect(report).toContain('| 1.3 | d | not by a test: no |');
  });

  it('fails for a clause without a test, one that does not exist, and one with both', () => {
    expect(covered("// spec 1.1\nit('does');").problems).toEqual(['1.2 has no test: c']);
    expect(covered("// spec 1.1, 1.2, 1.9\nit('does');").problems).toEqual([
      'apps/x.test.ts: "does" names 1.9, which is no clause',
    ]);
    expect(covered("// spec 1.1, 1.2, 1.3\nit('does');").problems).toEqual([
      '1.3 has a test and a reason for having none',
    ]);
  });
});
