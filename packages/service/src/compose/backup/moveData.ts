/** Moves what the settings describe, with its service stopped, to PostgreSQL and a store, or into another data folder. @module */
import path from 'node:path';
import { keptFilesOf } from '../../adapters/backup/keptFiles.ts';
import { createRestoreMark } from '../../adapters/backup/restoreMark.ts';
import { digests } from '../../adapters/crypto/digests.ts';
import { openDataFolder, openFolderToRestore } from '../../adapters/dataFolder/dataFolder.ts';
import { type OpenDatabase, openDatabase } from '../../adapters/db/connection/open.ts';
import { createDatabaseDump } from '../../adapters/db/dump/databaseDump.ts';
import { createDatabaseLoad } from '../../adapters/db/dump/databaseLoad.ts';
import { moveArchives } from '../../adapters/imports/moveArchives.ts';
import { folderArchives, type SharedArchives } from '../../adapters/imports/sharedArchives.ts';
import { systemClock } from '../../adapters/runtime/clock.ts';
import { type Moved, moveData, type MoveDeps } from '../../app/backup/moveData.ts';
import { BackupRefused } from '../../app/ports/backup/backup.ts';
import type { Config } from '../../config/config.ts';
import type { StorageLocation } from '../../config/storageUrl.ts';
import { openStore, type PictureStore } from '../assetFiles.ts';
import { openArchiveStore } from '../content.ts';
import { openServiceDatabase } from '../database.ts';
import { openShared, s3KeysOf } from '../imports.ts';
import { createLifecycle, type Lifecycle } from '../lifecycle.ts';

const CLOSING_ORDER = ['target database', 'database', 'target folder', 'data folder'] as const;
type Owned = Lifecycle<(typeof CLOSING_ORDER)[number]>;

export type MoveTarget =
  /** What lies in the data folder besides rows and pictures stays there, and the service goes on with it. */
  | { readonly kind: 'postgresql'; readonly url: string; readonly store: StorageLocation }
  /** All of it. */
  | { readonly kind: 'folder'; readonly folder: string };

/** @throws {BackupRefused} with a sentence for the operator */
export async function move(config: Config, target: MoveTarget, progress: (files: number) => void): Promise<Moved> {
  const lifecycle: Owned = createLifecycle(CLOSING_ORDER);
  const { own, closeAll } = lifecycle;
  try {
    const home = own('data folder', await openDataFolder(config.dataDir), (held) => held.release());
    const database = own('database', await openServiceDatabase(config, home.path), (held) => held.close());
    const source = {
      ...partsOf(database, openStore(config, path.join(home.path, 'files'))),
      archive: openArchiveStore(config, systemClock),
    };
    if (target.kind === 'folder') return await moveIntoFolder(config, target.folder, source, lifecycle, progress);
    const there = own('target database', await openDatabase({ url: target.url }), (held) => held.close());
    const store = openStore({ ...config, storageUrl: target.store }, path.join(home.path, 'files'));
    const shared = openShared(target.store, s3KeysOf(config));
    if (shared) await moveArchives(archivesOf(config, home.path), shared, path.join(home.path, 'imports'));
    return await moveData({ source, target: { ...partsOf(there, store), archive: null }, digests }, progress);
  } finally {
    await closeAll();
  }
}

/** Those that the processes share, and those of the data folder. */
const archivesOf = (config: Config, dataFolder: string): readonly SharedArchives[] =>
  [openShared(config.storageUrl, s3KeysOf(config)), folderArchives(dataFolder)].filter((place) => place !== null);

const partsOf = (database: OpenDatabase, { files, storeKeeping }: PictureStore) => ({
  dump: createDatabaseDump(database),
  load: createDatabaseLoad(database),
  files,
  storeKeeping,
});

async function moveIntoFolder(
  config: Config,
  folder: string,
  source: MoveDeps['source'],
  { own }: Pick<Owned, 'own'>,
  progress: (files: number) => void,
): Promise<Moved> {
  if (path.resolve(folder) === path.resolve(config.dataDir))
    throw new BackupRefused('The target is the folder that is to be moved.');
  const home = own('target folder', await openFolderToRestore(folder), (held) => held.release());
  const mark = createRestoreMark(home.path);
  const move = (await source.storeKeeping.owner()) ?? '';
  if ((await mark.find(move)) === 'free') await mark.begin(move);
  for (const kept of await keptFilesOf(config.dataDir)) await mark.placeKept(kept.path, kept.bytes(), null);
  const database = own('target database', await openDatabase({ dataDir: home.path }), (held) => held.close());
  const settings = { ...config, dataDir: home.path, storageUrl: null, archiveUrl: null, archiveLock: 'none' as const };
  const store = openStore(settings, path.join(home.path, 'files'));
  const archive = openArchiveStore(settings, systemClock);
  await moveArchives(archivesOf(config, config.dataDir), folderArchives(home.path), path.join(home.path, 'imports'));
  const moved = await moveData({ source, target: { ...partsOf(database, store), archive }, digests }, progress);
  await mark.end();
  return moved;
}
