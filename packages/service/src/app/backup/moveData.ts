/** Moves rows and files of a service into another database and another store, and holds every one to what it was. @module */
import type { AssetFiles } from '../ports/assets/storage.ts';
import type { StoreKeeping } from '../ports/assets/storeKeeping.ts';
import { BackupRefused } from '../ports/backup/backup.ts';
import type { DatabaseDump, DatabaseLoad, DatabaseState } from '../ports/backup/databaseDump.ts';
import type { FilePlace } from '../ports/backup/storedFiles.ts';
import type { ArchiveStore } from '../ports/content/archives.ts';
import type { Digests } from '../ports/runtime/runtime.ts';
import { nameOf } from './checkBackup.ts';

export interface MoveDeps {
  readonly source: {
    readonly dump: DatabaseDump;
    readonly files: Pick<AssetFiles, 'read'>;
    readonly archive: Pick<ArchiveStore, 'read'>;
    readonly storeKeeping: Pick<StoreKeeping, 'owner'>;
  };
  readonly target: {
    readonly dump: DatabaseDump;
    readonly load: DatabaseLoad;
    readonly files: Pick<AssetFiles, 'read' | 'put' | 'listAssetIds'>;
    /** Null: archives stay where they are. */
    readonly archive: Pick<ArchiveStore, 'read' | 'put'> | null;
    readonly storeKeeping: Pick<StoreKeeping, 'owner' | 'claim' | 'restoring' | 'beginRestore'>;
  };
  readonly digests: Digests;
}

export interface Moved {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly fileBytes: number;
  /** Of `files`, those that an earlier move had not brought over. */
  readonly copied: number;
  /** Files that rows name and the store has lost. */
  readonly missing: readonly string[];
}

/** Files under way at once: a store on a network is not waited for one by one. */
const AT_ONCE = 4;

/**
 * Files first, then all rows in one transaction, then both databases are read side by side. One that was killed is gone on
 * with by the next: files that arrived whole are not sent again, and no service starts on a store that is half there.
 * @param progress told after every file
 * @throws {BackupRefused} when the target holds something else, or something did not arrive as it was
 */
export async function moveData(deps: MoveDeps, progress: (files: number) => void): Promise<Moved> {
  const { source, target } = deps;
  return source.dump.atOneMoment(async (state) => {
    const owner = await source.storeKeeping.owner();
    if (owner !== state.databaseId) throw new BackupRefused('The store of pictures belongs to another database.');
    const isClaimed = await isMoved(target, state.databaseId);
    const isLoaded = (await target.load.holds()) !== null;
    // In the place of a backup's id: one database, one move.
    if (!isClaimed) await target.storeKeeping.beginRestore(state.databaseId, state.databaseId);
    const files = await moveFiles(deps, state, progress);
    if (!isLoaded) await target.load.load(state.tables, state.counters, (table) => state.rows(table));
    const rows = await compareRows(state, target.dump);
    await target.storeKeeping.claim(state.databaseId);
    return { tables: state.tables.length, rows, ...files };
  });
}

/** @returns true after a move that ended @throws {BackupRefused} unless there is nothing at all, or what a move of the same database left */
async function isMoved({ load, files, storeKeeping }: MoveDeps['target'], databaseId: string): Promise<boolean> {
  const holds = await load.holds();
  if (holds !== null && holds.databaseId !== databaseId)
    throw new BackupRefused('The target database is in use: a move needs an empty one.');
  const restoring = await storeKeeping.restoring();
  if (restoring === databaseId) return false;
  const owner = restoring ?? (await storeKeeping.owner());
  if (owner === databaseId) return true;
  const isEmpty = (await files.listAssetIds()[Symbol.asyncIterator]().next()).done === true;
  if (owner === null && isEmpty) return false;
  throw new BackupRefused('The target store of pictures is in use: a move needs an empty one.');
}

type FilesMoved = Pick<Moved, 'files' | 'fileBytes' | 'copied' | 'missing'>;

async function moveFiles(deps: MoveDeps, state: DatabaseState, progress: (files: number) => void): Promise<FilesMoved> {
  const sum = { files: 0, fileBytes: 0, copied: 0, missing: [] as string[] };
  const one = async ({ place, isRequired }: { place: FilePlace; isRequired: boolean }): Promise<void> => {
    if (place.kind === 'archive' && deps.target.archive === null) return;
    const moved = await moveFile(deps, place);
    if (moved === null) {
      if (isRequired) sum.missing.push(nameOf(place));
      return;
    }
    sum.files += 1;
    sum.fileBytes += moved.sizeBytes;
    sum.copied += moved.isNew ? 1 : 0;
    progress(sum.files);
  };
  let batch: Promise<void>[] = [];
  for await (const named of state.namedFiles()) {
    batch.push(one(named));
    if (batch.length < AT_ONCE) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return sum;
}

/** Null: the source has none. @throws {BackupRefused} if other bytes arrive than were sent */
async function moveFile(
  { source, target, digests }: MoveDeps,
  place: FilePlace,
): Promise<{ readonly sizeBytes: number; readonly isNew: boolean } | null> {
  const hashOf = async (bytes: Uint8Array): Promise<string> => (await digests.sha256([bytes])).sha256;
  const bytes = await (place.kind === 'archive'
    ? source.archive.read(place.cid)
    : source.files.read(place.assetId, place.variant));
  if (bytes === null) return null;
  const expected = await hashOf(bytes);
  const arrived = async (): Promise<boolean> => {
    const there = await (place.kind === 'archive'
      ? (target.archive?.read(place.cid) ?? null)
      : target.files.read(place.assetId, place.variant));
    return there !== null && (await hashOf(there)) === expected;
  };
  if (await arrived()) return { sizeBytes: bytes.length, isNew: false };
  if (place.kind === 'archive') await target.archive?.put(place.cid, bytes);
  else await target.files.put(place.assetId, place.variant, bytes);
  if (!(await arrived())) throw new BackupRefused(`The ${nameOf(place)} did not arrive as it was sent.`, 'damaged');
  return { sizeBytes: bytes.length, isNew: true };
}

/** Every row of every table as text, in the order of the keys. @returns how many */
function compareRows(here: DatabaseState, target: DatabaseDump): Promise<number> {
  return target.atOneMoment(async (there) => {
    let rows = 0;
    for (const table of here.tables) {
      const others = there.rows(table)[Symbol.asyncIterator]();
      for await (const line of here.rows(table)) {
        if ((await others.next()).value !== line)
          throw new BackupRefused(`A row of ${table.name} is another one in the target.`, 'damaged');
        rows += 1;
      }
      if ((await others.next()).done !== true)
        throw new BackupRefused(`The target has rows of ${table.name} that the source has not.`, 'damaged');
    }
    return rows;
  });
}
