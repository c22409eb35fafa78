/** Restores a backup into what the settings describe, which must be empty; or reads and checks it alone. @module */
import path from 'node:path';
import { keptFolderOf, openBackup } from '../../adapters/backup/completeFolder.ts';
import { createRestoreMark } from '../../adapters/backup/restoreMark.ts';
import { digests } from '../../adapters/crypto/digests.ts';
import { openFolderToRestore } from '../../adapters/dataFolder/dataFolder.ts';
import { hasSecrets } from '../../adapters/dataFolder/secrets.ts';
import type { Database } from '../../adapters/db/connection/database.ts';
import { createDatabaseLoad } from '../../adapters/db/dump/databaseLoad.ts';
import { forgetFile } from '../../adapters/db/dump/namedFiles.ts';
import { createRepositories } from '../../adapters/db/repositories.ts';
import { uuidV7Ids } from '../../adapters/ids/uuidV7.ts';
import { systemClock } from '../../adapters/runtime/clock.ts';
import { checkBackup } from '../../app/backup/checkBackup.ts';
import { type RestoredDatabase, restoreBackup } from '../../app/backup/restoreBackup.ts';
import { type BackupManifest, BackupRefused, type CompleteBackup } from '../../app/ports/backup/backup.ts';
import { trace } from '../../app/provenance/trace.ts';
import type { Config } from '../../config/config.ts';
import { openStore } from '../assetFiles.ts';
import { openArchiveStore } from '../content.ts';
import { openServiceDatabase } from '../database.ts';
import { createLifecycle } from '../lifecycle.ts';
import { VERSION } from '../ports.ts';
import { secretsInSettings, serviceSecrets } from '../secrets.ts';

const CLOSING_ORDER = ['database', 'data folder'] as const;

export interface RestoreProgress {
  checked(files: number): void;
  restored(files: number): void;
}

/** Reads every byte of the backup. @throws {BackupRefused} when it cannot be restored */
export async function checkedBackup(
  config: Config,
  folder: string,
  progress: RestoreProgress,
): Promise<CompleteBackup> {
  const backup = await openBackup(folder, () => secretsOf(config, folder));
  await checkBackup(backup, (files) => progress.checked(files));
  return backup;
}

/**
 * @param openDatabase gives the empty database; default with the tables of this version
 * @throws {BackupRefused} with a sentence for the operator
 */
export async function restore(
  config: Config,
  folder: string,
  progress: RestoreProgress,
  openDatabase: (config: Config, dataFolder: string) => Promise<Database> = openServiceDatabase,
): Promise<BackupManifest> {
  const backup = await checkedBackup(config, folder, progress);
  const { keyEncryptionKey } = await secretsOf(config, folder);
  const { own, closeAll } = createLifecycle(CLOSING_ORDER);
  try {
    const home = own('data folder', await openFolderToRestore(config.dataDir), (held) => held.release());
    const { files, storeKeeping } = openStore(config, path.join(home.path, 'files'));
    const open = async (): Promise<RestoredDatabase> => {
      const database = own('database', await openDatabase(config, home.path), (held) => held.close());
      return { load: createDatabaseLoad(database), forget: forgettingIn(database, keyEncryptionKey) };
    };
    await restoreBackup(
      {
        backup,
        mark: createRestoreMark(home.path),
        database: { isInDataFolder: config.databaseUrl === null, open },
        storedFiles: files,
        storeKeeping,
        archiveStore: openArchiveStore(config, systemClock),
        digests,
      },
      (count) => progress.restored(count),
    );
    return backup.manifest;
  } finally {
    await closeAll();
  }
}

/** Those of the settings, else those in the backup. */
async function secretsOf(config: Config, folder: string): ReturnType<typeof serviceSecrets> {
  const { areAll, missing } = secretsInSettings(config);
  if (!areAll && !(await hasSecrets(keptFolderOf(folder))))
    throw new BackupRefused(
      `There are no generated secrets in ${folder}. If it is a backup, set ${missing.join(', ')} as its service had them.`,
    );
  return serviceSecrets(config, keptFolderOf(folder));
}

function forgettingIn(database: Database, keyEncryptionKey: Uint8Array): RestoredDatabase['forget'] {
  const deps = { clock: systemClock, ids: uuidV7Ids(systemClock), modelVersion: `assay@${VERSION}` };
  const { assets, copies } = createRepositories(database, { ...deps, keyEncryptionKey });
  return (place) =>
    forgetFile(database, place, {
      removeAsset: (organizationId, assetId) => assets.remove(organizationId, assetId, []),
      removeCopy: (assetId, id) =>
        copies.remove(assetId, id, trace(deps, null, assetId, 'copy_deleted', { copy_id: id })),
    });
}
