import { expect, test } from 'vitest';
import { exists, read } from './repositoryTree.ts';

const ROW = /^\| (\d+\.[^|]*?) \| ([^|]+) \| (.+) \|$/gm;
const lines = [...read('docs/security/asvs.md').matchAll(ROW)].map(([, number = '', , shown = '']) => ({
  number,
  shown,
}));

test('every line of the checklist names files that exist, or says why there is none', () => {
  expect(lines.length).toBeGreaterThan(120);
  const open = lines.filter(({ shown }) => {
    if (/^(?:no|does not apply): \S.{8,}/.test(shown)) return false;
    const files = [...shown.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
    return files.length === 0 || !files.every((file) => exists(file));
  });
  expect(open).toEqual([]);
});

test('every chapter of the standard is there', () => {
  const chapters = new Set(lines.map(({ number }) => Number(number.split('.')[0])));
  expect([...chapters]).toEqual(Array.from({ length: 17 }, (_, at) => at + 1));
});
