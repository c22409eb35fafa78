import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderArchives } from '../../../src/adapters/imports/sharedArchives.ts';

const ARCHIVE = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6.zip';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'assay-shared-'));
});
afterEach(() => rm(home, { recursive: true }));

test('what a process that died was copying goes after a day; archives stay, however old, and what is copied now', async () => {
  const archives = folderArchives(home);
  const folder = path.join(home, 'imports');
  await mkdir(folder);
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const name of [ARCHIVE, `${ARCHIVE}.part`, 'another.car.part']) await writeFile(path.join(folder, name), 'half');
  for (const name of [ARCHIVE, `${ARCHIVE}.part`]) await utimes(path.join(folder, name), longAgo, longAgo);
  expect(await archives.list()).toEqual([{ name: ARCHIVE, since: longAgo }]);
  expect((await readdir(folder)).toSorted()).toEqual([ARCHIVE, 'another.car.part']);
});
