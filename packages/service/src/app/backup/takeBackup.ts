/** Writes a backup in which the files are those that the rows of one moment name. @module */
import { DamagedFileError, type AssetFiles, type StoredFile } from '../ports/assets/storage.ts';
import type { StoreKeeping } from '../ports/assets/storeKeeping.ts';
import type { ArchiveStore } from '../ports/content/archives.ts';
import {
  type BackedUpFile,
  type BackupDraft,
  type BackupManifest,
  BackupRefused,
  type KeptFile,
  type Written,
  type WrittenTable,
} from '../ports/backup/backup.ts';
import type { DatabaseDump, DatabaseState } from '../ports/backup/databaseDump.ts';
import type { FilePlace, NamedFile, StillNamed } from '../ports/backup/storedFiles.ts';
import type { Digests } from '../ports/runtime/runtime.ts';

/** Small files of the data folder as they were at the moment that the dump reads, or were already before. */
export interface KeptSource {
  readonly path: string;
  bytes(): AsyncIterable<Uint8Array>;
}

export interface TakeBackupDeps {
  readonly dump: DatabaseDump;
  readonly draft: BackupDraft;
  /** As they lie in the store. */
  readonly storedFiles: Pick<AssetFiles, 'open'>;
  /** The same, decrypted. */
  readonly files: Pick<AssetFiles, 'open'>;
  readonly archiveStore: Pick<ArchiveStore, 'open'>;
  readonly storeKeeping: Pick<StoreKeeping, 'owner'>;
  readonly stillNamed: StillNamed;
  readonly digests: Digests;
}

/** What is known before anything is read. */
export type BackupFacts = Pick<BackupManifest, 'id' | 'madeAt' | 'version' | 'keys' | 'secretsElsewhere'>;

export interface BackupTaken {
  readonly manifest: BackupManifest;
  /** Files that the store had lost or changed; the backup can be restored, these cannot. */
  readonly faults: readonly { readonly place: FilePlace; readonly state: 'missing' | 'altered' }[];
  /** Files whose pictures were deleted while the backup was written; a restore deletes their rows. */
  readonly deleted: number;
}

/** Files copied at once: enough that a store on a network is not waited for one by one. */
const COPIES_AT_ONCE = 4;

/** @param kept asked after the moment was chosen @param progress told after every file */
export async function takeBackup(
  deps: TakeBackupDeps,
  facts: BackupFacts,
  kept: () => Promise<readonly KeptSource[]>,
  progress: (files: number) => void,
): Promise<BackupTaken> {
  const { draft } = deps;
  const { dumped, keptFiles } = await deps.dump.atOneMoment(async (state) => {
    await assertOwnStore(deps, state.databaseId);
    return { keptFiles: await writeKept(draft, await kept()), dumped: await writeRows(draft, state) };
  });
  const sum = { count: 0, sizeBytes: 0, deleted: 0, faults: [] as BackupTaken['faults'][number][] };
  const counted = async function* (): AsyncGenerator<BackedUpFile> {
    for await (const file of copied(deps)) {
      if (file.state === 'deleted') sum.deleted += 1;
      if (file.state === 'missing' || file.state === 'altered')
        sum.faults.push({ place: file.place, state: file.state });
      if ('sizeBytes' in file) {
        sum.count += 1;
        sum.sizeBytes += file.sizeBytes;
      }
      progress(sum.count);
      yield file;
    }
  };
  const list = await draft.writeList(counted());
  const files = { count: sum.count, sizeBytes: sum.sizeBytes };
  const manifest: BackupManifest = { ...facts, ...dumped, kept: keptFiles, list, files };
  await draft.complete(manifest);
  return { manifest, faults: sum.faults, deleted: sum.deleted };
}

/** @throws {BackupRefused} a backup of a store that is another database's would miss every picture */
async function assertOwnStore({ storeKeeping }: TakeBackupDeps, databaseId: string): Promise<void> {
  const owner = await storeKeeping.owner();
  if (owner === databaseId) return;
  throw new BackupRefused(
    `The store of pictures belongs to ${owner === null ? 'no database' : `database ${owner}`}, but this is ${databaseId}. ` +
      'Check DATABASE_URL, ASSAY_DATA_DIR and ASSAY_STORAGE_URL.',
  );
}

async function writeKept(draft: BackupDraft, sources: readonly KeptSource[]): Promise<KeptFile[]> {
  const kept: KeptFile[] = [];
  for (const { path, bytes } of sources) kept.push({ path, ...(await draft.writeKept(path, bytes())) });
  return kept;
}

async function writeRows(
  draft: BackupDraft,
  state: DatabaseState,
): Promise<Pick<BackupManifest, 'databaseId' | 'tables' | 'counters'>> {
  const tables: WrittenTable[] = [];
  for (const table of state.tables)
    tables.push({ ...table, ...(await draft.writeTable(table.name, state.rows(table))) });
  await draft.noteNamed(linesOf(state.namedFiles()));
  return { databaseId: state.databaseId, counters: state.counters, tables };
}

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield JSON.stringify(value);
}

/** Several at once, told in the order in which they were named. */
async function* copied(deps: TakeBackupDeps): AsyncGenerator<BackedUpFile> {
  const underWay: Promise<BackedUpFile | null>[] = [];
  const first = async (): Promise<BackedUpFile | null> => (await underWay.shift()) ?? null;
  for await (const line of deps.draft.named()) {
    const copying = copyFile(deps, JSON.parse(line) as NamedFile);
    // Whoever waits for it hears of its failure; until then it is nobody's.
    copying.catch(() => {});
    underWay.push(copying);
    const done = underWay.length < COPIES_AT_ONCE ? null : await first();
    if (done) yield done;
  }
  while (underWay.length > 0) {
    const done = await first();
    if (done) yield done;
  }
}

/** Null: an unfinished upload without this file. */
async function copyFile(deps: TakeBackupDeps, named: NamedFile): Promise<BackedUpFile | null> {
  const { place } = named;
  let written: Written | null;
  try {
    written = await copyBytes(deps, place);
    if (written && (await isAsRecorded(deps, named, written))) return { place, state: 'whole', ...written };
  } catch (cause) {
    // It may have gone while it was read.
    if (await deps.stillNamed(place)) throw cause;
    written = null;
  }
  // The rows are older than the files: what was deleted since is no fault.
  if (!(await deps.stillNamed(place))) {
    await deps.draft.dropFile(place);
    return { place, state: 'deleted' };
  }
  if (written) return { place, state: 'altered', ...written };
  return named.isRequired ? { place, state: 'missing' } : null;
}

async function copyBytes(
  { draft, storedFiles, archiveStore }: TakeBackupDeps,
  place: FilePlace,
): Promise<Written | null> {
  const file = await (place.kind === 'archive'
    ? archiveStore.open(place.cid)
    : storedFiles.open(place.assetId, place.variant));
  return file && draft.writeFile(place, streamOf(file));
}

const streamOf = (file: StoredFile): AsyncIterable<Uint8Array> => file.stream() as AsyncIterable<Uint8Array>;

async function isAsRecorded({ files, digests }: TakeBackupDeps, named: NamedFile, written: Written): Promise<boolean> {
  const { place, contentSha256, isEncrypted } = named;
  if (!isEncrypted || place.kind === 'archive') return contentSha256 === null || written.sha256 === contentSha256;
  try {
    const plain = await files.open(place.assetId, place.variant);
    // Reading it to its end is the check: a sealed file opens whole or not at all.
    const read = plain && (await digests.sha256(streamOf(plain)));
    return read !== null && (contentSha256 === null || read.sha256 === contentSha256);
  } catch (cause) {
    if (cause instanceof DamagedFileError) return false;
    throw cause;
  }
}
