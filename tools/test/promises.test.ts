import { describe, expect, test } from 'vitest';
import { openPromises, PROMISES, promiseProblems, titlesOf } from './promises.ts';
import { documents, exists, read } from './repositoryTree.ts';

const specification = documents.filter((document) => document.startsWith('docs/spec/'));

test('every rule of docs/spec has a test that keeps it, or says that it is not kept', () => {
  const tree = { read: (place: string) => (exists(place) ? read(place) : null) };
  expect(promiseProblems(tree, specification)).toEqual([]);
});

test('the table is there: most rules are kept by a test', () => {
  const rows = read(PROMISES).match(/^\| \[[^\]]*\]\([^)]+\) \| `packages\//gm) ?? [];
  expect(rows.length).toBeGreaterThan(250);
});

describe('a table with a fault', () => {
  const files: Record<string, string> = {
    'docs/spec/api.md': '# Rules\n\n## Order\n\n## Lists\n\n## Entities\n\n## Later\n',
    'a.test.ts':
      "test('200: first things first', () => {});\ntest.each([1, (2)])(\n  'lists are pages, %s', () => {});",
  };
  const problems = (rows: readonly string[]): string[] => {
    const table = `# Promises\n\n## Kept\n\n${rows.join('\n')}\n\n## Not kept yet\n\n| [later](api.md#later) | not |\n`;
    const texts: Record<string, string> = { ...files, [PROMISES]: table };
    return promiseProblems({ read: (place) => texts[place] ?? null }, ['docs/spec/api.md', PROMISES]);
  };
  const order = '| [order](api.md#order) | `a.test.ts` | 200: first things |';
  const lists = '| [lists](api.md#lists) | `a.test.ts` | lists are pages, |';
  const none = 'Headings that state no rule: [entities](api.md#entities).';

  test('none: nothing is found', () => {
    expect(problems([order, lists, none])).toEqual([]);
  });

  test('a heading without a row, a row without a heading, a file and a test that are gone are found', () => {
    expect(problems([order, none])).toEqual(['no row tells of api.md#lists']);
    expect(problems([order, lists, none, '| [x](api.md#gone) | `a.test.ts` | 200: first things |'])).toEqual([
      'there is no rule api.md#gone',
    ]);
    expect(problems([order, lists.replace('a.test', 'b.test'), none])).toEqual(['api.md#lists: there is no b.test.ts']);
    expect(problems([order, lists.replace('lists are', 'lists were'), none])).toEqual([
      'api.md#lists: a.test.ts has no test that begins "lists were pages,"',
    ]);
    // A title as short as that would be any test's.
    expect(problems([order, lists.replace('lists are pages,', 'lists'), none])).toHaveLength(1);
  });

  test('titles are read from each form of a test, and from nothing else', () => {
    expect(titlesOf(files['a.test.ts'] as string)).toEqual(['200: first things first', 'lists are pages, %s']);
    expect(titlesOf("contest('no'); describe('no', () => {}); it.skip('no'); it.skipIf(x)('yes')")).toEqual(['yes']);
  });

  test('what is open is told apart from what is kept', () => {
    expect(openPromises('## Kept\n\n`a`\n\n## Not kept yet\n\n`b`\n\n## Not built\n\n`c`\n')).not.toContain('`a`');
  });
});
