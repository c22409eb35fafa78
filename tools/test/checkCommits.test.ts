import path from 'node:path';
import { expect, test } from 'vitest';

const TOOL = path.join(import.meta.dirname, '../checkCommits.mjs');
const { problemsOf } = (await import(TOOL)) as { problemsOf: (message: string) => string[] };

test('a subject of 72 characters with a body passes', () => {
  expect(problemsOf(`${'x'.repeat(72)}\n\nSo that it can be read.\n`)).toEqual([]);
});

test.each([
  ['a subject of 73 characters', `${'x'.repeat(73)}\n\nBecause.`, 'the subject has 73 characters, at most 72'],
  ['no body', 'Docs: index', 'no body says why'],
  ['trailers alone', 'Docs: index\n\nSigned-off-by: A B', 'no body says why'],
  ['a full stop', 'Docs: index.\n\nBecause.', 'the subject ends with a full stop or a space'],
  ['no empty line', 'Docs: index\nBecause.', 'the second line is not empty'],
])('%s is found', (_what, message, problem) => {
  expect(problemsOf(message)).toEqual([problem]);
});
