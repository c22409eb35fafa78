import { expect, test } from 'vitest';
import { countFindings, FINDINGS, findingProblems, longRunTable } from './findings.ts';
import { exists, read } from './repositoryTree.ts';

const tree = { read: (place: string) => (exists(place) ? read(place) : null) };

test('every finding of the audit names a test that is there', () => {
  expect(findingProblems(tree)).toEqual([]);
  expect(countFindings(read(FINDINGS))).toBeGreaterThan(50);
});

test('what the page says of long runs is what their files say', () => {
  expect(read(FINDINGS)).toContain(longRunTable(tree));
});

test('a finding without its test is found', () => {
  const row = (title: string): string => `| a hole | closed | \`a.test.ts\` | ${title} |`;
  const problems = (title: string): string[] =>
    findingProblems({
      read: (place) => (place === FINDINGS ? row(title) : "test('400: the hole is closed', () => {});"),
    });
  expect(problems('400: the hole is')).toEqual([]);
  expect(problems('400: another one')).toHaveLength(1);
});
