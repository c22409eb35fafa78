/** Makes an empty database and an empty store what a backup says they were. @module */
import type { AssetFiles } from '../ports/assets/storage.ts';
import type { StoreKeeping } from '../ports/assets/storeKeeping.ts';
import { type BackedUpFile, type BackupManifest, BackupRefused, type CompleteBackup } from '../ports/backup/backup.ts';
import type { DatabaseLoad, TableShape } from '../ports/backup/databaseDump.ts';
import type { RestoreMark } from '../ports/backup/restoreMark.ts';
import type { FilePlace } from '../ports/backup/storedFiles.ts';
import type { ArchiveStore } from '../ports/content/archives.ts';
import type { Digests } from '../ports/runtime/runtime.ts';
import { hasBytes, nameOf } from './checkBackup.ts';

export interface RestoredDatabase {
  readonly load: DatabaseLoad;
  /** Deletes the row that names the file, as its owner did. No error if there is none. */
  forget(place: FilePlace): Promise<void>;
}

export interface RestoreDeps {
  readonly backup: CompleteBackup;
  readonly mark: RestoreMark;
  readonly database: {
    /** Then it is as empty as the folder, and made when the restore has begun. */
    readonly isInDataFolder: boolean;
    open(): Promise<RestoredDatabase>;
  };
  readonly storedFiles: Pick<AssetFiles, 'put' | 'listAssetIds'>;
  readonly storeKeeping: Pick<StoreKeeping, 'owner' | 'claim' | 'restoring' | 'beginRestore'>;
  readonly archiveStore: Pick<ArchiveStore, 'put'>;
  readonly digests: Digests;
}

/**
 * The backup was checked before. A restore that was killed is gone on with by the next one of the same backup; until then
 * no service starts on what it left.
 * @param progress told after every file
 * @throws {BackupRefused} when there is something here already; nothing was changed then
 */
export async function restoreBackup(deps: RestoreDeps, progress: (files: number) => void): Promise<void> {
  const { backup, mark, storeKeeping, database } = deps;
  const { manifest } = backup;
  const isBegun = (await mark.find(manifest.id)) === 'begun';
  await assertStoreFree(deps, manifest, isBegun);
  const elsewhere = database.isInDataFolder ? null : await database.open();
  if (elsewhere) await isLoadedInto(elsewhere.load, manifest, isBegun);
  await mark.begin(manifest.id);
  for (const { path, sha256 } of manifest.kept) await mark.placeKept(path, backup.readKept(path), sha256);
  const opened = elsewhere ?? (await database.open());
  const isLoaded = await isLoadedInto(opened.load, manifest, isBegun);
  await storeKeeping.beginRestore(manifest.databaseId, manifest.id);
  await placeFiles(deps, progress);
  if (!isLoaded) await opened.load.load(manifest.tables, manifest.counters, (table) => backup.rows(table));
  for await (const { place, state } of backup.files()) if (state === 'deleted') await opened.forget(place);
  await storeKeeping.claim(manifest.databaseId);
  await mark.end();
}

/** Ours: what an unfinished restore of the same backup left. */
async function assertStoreFree(
  { storeKeeping, storedFiles }: RestoreDeps,
  { id, databaseId }: BackupManifest,
  isBegun: boolean,
): Promise<void> {
  const restoring = await storeKeeping.restoring();
  if (restoring !== null) {
    if (restoring === id) return;
    throw new BackupRefused(
      `The store of pictures holds an unfinished restore of another backup (${restoring}). Finish that one, or empty the store.`,
    );
  }
  const owner = await storeKeeping.owner();
  if (isBegun && owner === databaseId) return;
  const isEmpty = (await storedFiles.listAssetIds()[Symbol.asyncIterator]().next()).done === true;
  if (owner === null && isEmpty) return;
  throw new BackupRefused(
    'The store of pictures is in use: a restore needs an empty one. Move what is there away, or name another place with ' +
      'ASSAY_STORAGE_URL or ASSAY_DATA_DIR.',
  );
}

/** @returns true if an unfinished restore of this backup filled it already: rows come all at once. @throws {BackupRefused} */
async function isLoadedInto(load: DatabaseLoad, manifest: BackupManifest, isBegun: boolean): Promise<boolean> {
  assertSameShape(await load.tables(), manifest);
  const holds = await load.holds();
  if (holds === null) return false;
  if (isBegun && holds.databaseId === manifest.databaseId) return true;
  throw new BackupRefused(
    'The database is in use: a restore needs an empty one. Make a new database and name it with DATABASE_URL, or give ' +
      'the service a new data folder with ASSAY_DATA_DIR.',
  );
}

const shapeOf = ({ name, columns }: TableShape): string =>
  `${name}(${columns.map((column) => `${column.name} ${column.type}`).join(', ')})`;

function assertSameShape(here: readonly TableShape[], { tables, version }: BackupManifest): void {
  const there = new Set(tables.map(shapeOf));
  const differs = here.find((table) => !there.delete(shapeOf(table)))?.name ?? [...there][0]?.split('(')[0];
  if (differs === undefined) return;
  throw new BackupRefused(
    `The backup was taken by Assay ${version}, whose table ${differs} is not the one of this version. Restore it with that ` +
      'version, then start this one.',
  );
}

async function placeFiles(
  { backup, storedFiles, archiveStore, digests }: RestoreDeps,
  progress: (files: number) => void,
): Promise<void> {
  let count = 0;
  for await (const file of backup.files()) {
    if (!hasBytes(file)) continue;
    const { place } = file;
    const bytes = await checkedBytes(backup, file, digests);
    if (place.kind === 'archive') await archiveStore.put(place.cid, bytes);
    else await storedFiles.put(place.assetId, place.variant, bytes);
    count += 1;
    progress(count);
  }
}

/** A file changed since the backup was checked must not get into the store. */
async function checkedBytes(
  backup: CompleteBackup,
  file: Extract<BackedUpFile, { sha256: string }>,
  digests: Digests,
): Promise<Uint8Array> {
  const bytes = await backup.readFile(file.place);
  if (bytes && (await digests.sha256([bytes])).sha256 === file.sha256) return bytes;
  throw new BackupRefused(
    `The backup changed while it was restored: ${nameOf(file.place)}. Mend it, then restore the same one again.`,
    'damaged',
  );
}
