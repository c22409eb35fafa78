import { describe, expect, test } from 'vitest';
import { bindStore, StoreMismatchError } from '../../../src/app/storage/bindStore.ts';
import { memoryFiles, type MemoryFiles } from '../../fakes/memoryFiles.ts';

const OURS = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
const OTHER = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f7';
const ASSET = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f8';

const bind = (files: MemoryFiles, hasAssets: boolean): Promise<void> =>
  bindStore({ files, storeKeeping: files.keeping }, { id: OURS, hasAssets: async () => hasAssets });

async function fullStore(): Promise<MemoryFiles> {
  const files = memoryFiles();
  await files.put(ASSET, 'original', Uint8Array.of(1));
  return files;
}

test('a new store becomes that of a new database, and stays it', async () => {
  const files = memoryFiles();
  await bind(files, false);
  expect(await files.keeping.owner()).toBe(OURS);
  await files.put(ASSET, 'original', Uint8Array.of(1));
  await bind(files, true);
});

describe('a start is refused, with a sentence that says what to do', () => {
  test('when the store belongs to another database', async () => {
    const files = await fullStore();
    await files.keeping.claim(OTHER);
    const refusal = bind(files, false);
    await expect(refusal).rejects.toBeInstanceOf(StoreMismatchError);
    await expect(refusal).rejects.toThrow(/DATABASE_URL.*assay store adopt/s);
    expect(await files.keeping.owner()).toBe(OTHER);
  });

  test('when the store holds pictures and nobody knows whose', async () => {
    await expect(bind(await fullStore(), false)).rejects.toThrow('does not say which database');
  });

  test('when the database knows pictures and the store is empty', async () => {
    await expect(bind(memoryFiles(), true)).rejects.toThrow('the store is empty');
  });
});
