import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packFolder, unpackFolder } from '../../../../src/adapters/db/embedded/folderArchive.ts';

let work: string;
beforeEach(() => {
  work = mkdtempSync(path.join(os.tmpdir(), 'assay-archive-'));
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

/** What lies in a folder: files with their bytes, folders with null. */
const contentsOf = (folder: string): Record<string, string | null> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const place = path.join(folder, name);
        return [name, statSync(place).isDirectory() ? null : readFileSync(place).toString('base64')];
      }),
  );

function smallTree(): string {
  const folder = path.join(work, 'from');
  for (const name of ['a/b', 'a-b', 'empty/deeper']) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(
    path.join(folder, 'a/b/ten'),
    Uint8Array.from({ length: 10 }, (_, at) => at * 25),
  );
  writeFileSync(path.join(folder, 'a/none'), '');
  // Before its folder's content in an order that compares whole names.
  writeFileSync(path.join(folder, 'a-b/é'), 'text');
  return folder;
}

test('what comes out is what went in, empty folders and files too, and only its owner may read it', () => {
  const folder = smallTree();
  const to = path.join(work, 'to');
  unpackFolder(packFolder(folder), to);
  expect(contentsOf(to)).toEqual(contentsOf(folder));
  expect([statSync(to), statSync(path.join(to, 'a/b/ten'))].map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
});

test('an archive that was cut off or damaged is an error', () => {
  const archive = packFolder(smallTree());
  const damaged = archive.slice();
  damaged[archive.length - 8] = (damaged[archive.length - 8] as number) ^ 1;
  for (const bytes of [archive.subarray(0, archive.length - 20), damaged])
    expect(() => unpackFolder(bytes, path.join(work, 'to'))).toThrow();
});

test.each(['../outside', 'a/../../outside'])('%s is written nowhere', (name) => {
  const list = Buffer.from(JSON.stringify([[name, 1]]));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length);
  const archive = gzipSync(Buffer.concat([length, list, Buffer.from('x')]));
  expect(() => unpackFolder(archive, path.join(work, 'to'))).toThrow(RangeError);
  expect(readdirSync(work)).toEqual(['to']);
});
