import { expect, it } from 'vitest';
import { takeBackup, type TakeBackupDeps } from '../../../src/app/backup/takeBackup.ts';
import type { BackedUpFile, BackupDraft, BackupManifest, Written } from '../../../src/app/ports/backup/backup.ts';
import type { DatabaseState } from '../../../src/app/ports/backup/databaseDump.ts';
import type { FilePlace, NamedFile } from '../../../src/app/ports/backup/storedFiles.ts';
import { digests } from '../../../src/adapters/crypto/digests.ts';
import { memoryFiles } from '../../fakes/memoryFiles.ts';

const DATABASE_ID = '01980a5e-7c3b-7d2e-8f10-000000000000';
const idOf = (number: number): string => `01980a5e-7c3b-7d2e-8f10-00000000000${number}`;
const bytesOf = (number: number): Uint8Array => Uint8Array.of(number, 2, 3);
const place = (number: number): FilePlace => ({ kind: 'picture', assetId: idOf(number), variant: 'original' });

async function collected<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** A backup in memory: what was written, and what was taken back. */
function memoryDraft() {
  const written = new Map<string, Written>();
  let named: string[] = [];
  const draft: BackupDraft & { list: BackedUpFile[]; manifest: BackupManifest | null } = {
    list: [],
    manifest: null,
    writeTable: async (_name, lines) => ({ sizeBytes: 0, sha256: '', rows: (await collected(lines)).length }),
    noteNamed: async (lines) => void (named = await collected(lines)),
    async *named() {
      yield* named;
    },
    async writeFile(at, bytes) {
      const found = await digests.sha256(bytes);
      written.set(JSON.stringify(at), found);
      return found;
    },
    dropFile: async (at) => void written.delete(JSON.stringify(at)),
    writeKept: async (_path, bytes) => digests.sha256(bytes),
    async writeList(files) {
      draft.list = await collected(files);
      return { sizeBytes: 0, sha256: '' };
    },
    complete: async (manifest) => void (draft.manifest = manifest),
    abandon: async () => written.clear(),
  };
  return { draft, written };
}

/** The store holds the pictures 1..4; the row of 2 says another hash. 5 has a row alone, 6 is an upload under way. */
async function world(stillNamed: (at: FilePlace) => Promise<boolean>) {
  const files = memoryFiles();
  for (const number of [1, 2, 3, 4]) await files.put(idOf(number), 'original', bytesOf(number));
  await files.keeping.claim(DATABASE_ID);
  const named = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(
      async (number): Promise<NamedFile> => ({
        place: place(number),
        contentSha256: (await digests.sha256([bytesOf(number === 2 ? 9 : number)])).sha256,
        isEncrypted: false,
        isRequired: number !== 6,
      }),
    ),
  );
  const state: DatabaseState = {
    databaseId: DATABASE_ID,
    tables: [],
    counters: [],
    async *rows() {},
    async *namedFiles() {
      yield* named;
    },
  };
  const { draft, written } = memoryDraft();
  const deps: TakeBackupDeps = {
    dump: { atOneMoment: (work) => work(state) },
    draft,
    storedFiles: files,
    files,
    storeKeeping: files.keeping,
    archiveStore: { open: async () => null },
    stillNamed,
    digests,
  };
  return { deps, draft, written, files };
}

const FACTS = {
  id: idOf(0),
  madeAt: new Date(0),
  version: '0',
  keys: { watermarkKey: '', keyEncryptionKey: '' },
  secretsElsewhere: [],
};
const backUp = (deps: TakeBackupDeps) =>
  takeBackup(
    deps,
    FACTS,
    async () => [],
    () => {},
  );

it('copies what the rows name, and says which files the store has lost or changed', async () => {
  const { deps, draft } = await world(async () => true);
  const { manifest, faults, deleted } = await backUp(deps);
  expect(draft.list.map(({ state }) => state)).toEqual(['whole', 'altered', 'whole', 'whole', 'missing']);
  expect(faults).toEqual([
    { place: place(2), state: 'altered' },
    { place: place(5), state: 'missing' },
  ]);
  expect(deleted).toBe(0);
  expect(manifest.files).toEqual({ count: 4, sizeBytes: 12 });
  expect(draft.manifest).toEqual(manifest);
});

it('a picture that its owner deletes meanwhile is no fault, and nothing of it stays in the backup', async () => {
  const gone = new Set<string>();
  const { deps, draft, written, files } = await world(async (at) => !gone.has(JSON.stringify(at)));
  const breaking: TakeBackupDeps = {
    ...deps,
    storedFiles: {
      async open(assetId, variant) {
        const at = JSON.stringify({ kind: 'picture', assetId, variant });
        const file = await files.open(assetId, variant);
        // 3 goes before it is looked for, 4 while it is read.
        if (assetId === idOf(3)) gone.add(at);
        if (assetId !== idOf(4) || !file) return assetId === idOf(3) ? null : file;
        gone.add(at);
        return { ...file, stream: () => failing() as unknown as NodeJS.ReadableStream };
      },
    },
  };
  const { deleted, faults } = await backUp(breaking);
  expect(deleted).toBe(2);
  expect(faults).toHaveLength(2);
  expect(draft.list.filter(({ state }) => state === 'deleted').map((file) => file.place)).toEqual([place(3), place(4)]);
  expect(written.has(JSON.stringify(place(4)))).toBe(false);
});

it('a file that cannot be read though its row is there ends the backup, which stays incomplete', async () => {
  const { deps, draft } = await world(async () => true);
  const failingStore = {
    open: async () => ({ sizeBytes: 3, stream: () => failing() as unknown as NodeJS.ReadableStream }),
  };
  await expect(backUp({ ...deps, storedFiles: failingStore })).rejects.toThrow('the disk is broken');
  expect(draft.manifest).toBeNull();
});

it('refuses a store that belongs to another database', async () => {
  const { deps, files } = await world(async () => true);
  await files.keeping.claim(idOf(9));
  await expect(backUp(deps)).rejects.toThrow(/store of pictures belongs to database/);
});

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(1);
  throw new Error('the disk is broken');
}
