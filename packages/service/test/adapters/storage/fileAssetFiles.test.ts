import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileAssetFiles, temporaryName } from '../../../src/adapters/storage/fileAssetFiles.ts';

const ASSET = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const OTHER = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f7';
const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);

let root: string;
let files: ReturnType<typeof createFileAssetFiles>;

beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(tmpdir(), 'assay-files-')), 'assets');
  files = createFileAssetFiles(root);
});
afterEach(async () => {
  await rm(path.dirname(root), { recursive: true, force: true });
});

async function allIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of files.listAssetIds()) ids.push(id);
  return ids.sort();
}

test('what was put is read, and lies where the layout says, readable by its owner only', async () => {
  await files.put(ASSET, 'original', BYTES);
  expect(await files.read(ASSET, 'original')).toEqual(Buffer.from(BYTES));
  const file = path.join(root, '01', ASSET, 'original');
  expect(await readFile(file)).toEqual(Buffer.from(BYTES));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('putting again replaces the file and leaves no temporary one', async () => {
  await files.put(ASSET, 'original', BYTES);
  await files.put(ASSET, 'original', Uint8Array.of(7));
  expect(await files.read(ASSET, 'original')).toEqual(Buffer.from([7]));
  expect(await readdir(path.join(root, '01', ASSET))).toEqual(['original']);
});

/** What a process that dies while it writes leaves behind; its path. */
async function interrupted(asset: string, owner?: string): Promise<string> {
  const file = path.join(root, asset.slice(0, 2), asset, temporaryName('preview', owner));
  await writeFile(file, 'half');
  return file;
}

describe('after a crash', () => {
  test('temporary files are swept and counted, finished files stay', async () => {
    await files.put(ASSET, 'original', BYTES);
    await interrupted(ASSET);
    // Without a start it may be what this process writes just now.
    expect(await files.sweepTemporary(false)).toBe(0);
    expect(await files.sweepTemporary(true)).toBe(1);
    expect(await files.sweepTemporary(true)).toBe(0);
    expect(await readdir(path.join(root, '01', ASSET))).toEqual(['original']);
  });

  test('what another process on a shared folder is writing stays; after a day nobody is', async () => {
    await files.put(ASSET, 'original', BYTES);
    const file = await interrupted(ASSET, 'another');
    expect(await files.sweepTemporary(true)).toBe(0);
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(file, longAgo, longAgo);
    expect(await files.sweepTemporary(false)).toBe(1);
    expect(await readdir(path.join(root, '01', ASSET))).toEqual(['original']);
  });

  test('an asset with nothing but a temporary file is not listed', async () => {
    await files.put(ASSET, 'original', BYTES);
    await files.put(OTHER, 'original', BYTES);
    await rm(path.join(root, '01', OTHER, 'original'));
    await writeFile(path.join(root, '01', OTHER, '.original.0123456789abcdef.tmp'), 'half');
    expect(await allIds()).toEqual([ASSET]);
  });

  test('an empty or absent folder has nothing to list or sweep', async () => {
    expect(await allIds()).toEqual([]);
    expect(await files.sweepTemporary(true)).toBe(0);
  });
});
