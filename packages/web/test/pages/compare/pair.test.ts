import { expect, test } from 'vitest';
import { withFiles } from '../../../src/pages/compare/pair.ts';

const [a, b, c] = ['a', 'b', 'c'].map((name) => new File([], name)) as [File, File, File];
const NONE = { a: null, b: null };

test('two files at once are both pictures; one goes where there is none, and else in the second place', () => {
  expect(withFiles(NONE, [a, b, c])).toEqual({ a, b });
  expect(withFiles(NONE, [a])).toEqual({ a, b: null });
  expect(withFiles({ a, b: null }, [b])).toEqual({ a, b });
  expect(withFiles({ a, b }, [c])).toEqual({ a, b: c });
  expect(withFiles({ a, b }, [])).toEqual({ a, b });
});
