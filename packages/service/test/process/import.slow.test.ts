import { expect, test } from 'vitest';
import { expectedOf, importPictures } from '../../../../bench/durability/importPictures.ts';

const PICTURES = 150;

test('an import goes on after each SIGKILL, and makes every picture exactly once', { timeout: 300_000 }, async () => {
  const lines: string[] = [];
  const report = await importPictures({
    pictures: PICTURES,
    kills: 2,
    marked: false,
    note: (line) => lines.push(line),
  });
  const { created, duplicates, refused } = expectedOf(PICTURES);
  expect(report, lines.join('\n')).toMatchObject({
    state: 'done',
    kills: 2,
    created,
    assets: created,
    duplicates,
    refused,
  });
});
