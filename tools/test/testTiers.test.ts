import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = fs.readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
const listed = new Map(
  [...page.matchAll(/^\| `(\S+\.slow\.test\.ts)` \| (\d+|–) \|$/gm)].map((row) => [row[1] as string, row[2] as string]),
);
const there = execFileSync('git', ['ls-files', '*.slow.test.ts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '');

test('CONTRIBUTING.md names every slow test and none that is gone', () => {
  expect([...listed.keys()].sort()).toEqual(there.sort());
});

test('their seconds are those that were measured; a dash stands where a test came after the last measurement', () => {
  const { slow } = JSON.parse(fs.readFileSync(path.join(root, 'bench/results/tests/test-tiers.json'), 'utf8')) as {
    slow: { files: { file: string; seconds: number }[] };
  };
  const measured = new Map(slow.files.map(({ file, seconds }) => [file, String(seconds)]));
  for (const [file, seconds] of listed) expect([file, seconds]).toEqual([file, measured.get(file) ?? '–']);
});

test('continuous integration lets no outside thing be absent but photos', () => {
  const known = [...fs.readFileSync(path.join(root, 'tools/test.mjs'), 'utf8').matchAll(/^ {4}name: '(\w+)',$/gm)];
  const required = /^export ASSAY_TEST_REQUIRE=(\S+)$/m.exec(fs.readFileSync(path.join(root, '.ci/run'), 'utf8'))?.[1];
  expect(known.length).toBeGreaterThan(5);
  expect([...(required ?? '').split(','), 'photos'].sort()).toEqual(known.map(([, name]) => name).sort());
});
