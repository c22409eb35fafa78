/** Opens the store of pictures that the configuration names, and holds it to its database. @module */
import type { Database } from '../adapters/db/connection/database.ts';
import { identifyDatabase } from '../adapters/db/connection/databaseIdentity.ts';
import { uuidV7Ids } from '../adapters/ids/uuidV7.ts';
import { systemClock } from '../adapters/runtime/clock.ts';
import { createFileAssetFiles } from '../adapters/storage/fileAssetFiles.ts';
import { createFileStoreKeeping } from '../adapters/storage/fileStoreKeeping.ts';
import { createS3AssetFiles } from '../adapters/storage/s3AssetFiles.ts';
import { createS3StoreKeeping } from '../adapters/storage/s3StoreKeeping.ts';
import type { AssetFiles } from '../app/ports/assets/storage.ts';
import type { StoreKeeping } from '../app/ports/assets/storeKeeping.ts';
import { bindStore } from '../app/storage/bindStore.ts';
import type { StorageLocation } from '../config/storageUrl.ts';

export interface StorageSettings {
  /** Null: the folder. */
  readonly storageUrl: StorageLocation | null;
  readonly s3AccessKeyId: string | null;
  readonly s3SecretAccessKey: string | null;
}

export interface PictureStore {
  readonly files: AssetFiles;
  readonly storeKeeping: StoreKeeping;
}

/** @throws {Error} with a sentence for the operator: an S3 store without its keys */
/** @param writer names who writes into a folder that others share; default: nobody does */
export function openStore(settings: StorageSettings, folder: string, writer?: string): PictureStore {
  const { storageUrl, s3AccessKeyId, s3SecretAccessKey } = settings;
  const now = systemClock.now;
  if (storageUrl?.kind !== 's3') {
    const home = storageUrl?.folder ?? folder;
    return { files: createFileAssetFiles(home, writer), storeKeeping: createFileStoreKeeping(home, now) };
  }
  if (s3AccessKeyId === null || s3SecretAccessKey === null)
    throw new Error('An s3:// store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const keys = { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey };
  return { files: createS3AssetFiles(storageUrl, keys), storeKeeping: createS3StoreKeeping(storageUrl, keys, now) };
}

/** @throws {StoreMismatchError} when the store belongs to another database: nothing may be swept then */
export async function holdStoreTo(database: Database, store: PictureStore): Promise<void> {
  await bindStore(store, await identifyDatabase(database, uuidV7Ids(systemClock)));
}

/** The operator says that the two belong together, whatever the store says. Returns the id of the database. @throws {Error} when half of a backup lies there */
export async function adoptStore(database: Database, { storeKeeping }: PictureStore): Promise<string> {
  // Its sentence is the one to hear: half a restore is no store.
  if ((await storeKeeping.restoring()) !== null) await storeKeeping.owner();
  const { id } = await identifyDatabase(database, uuidV7Ids(systemClock));
  await storeKeeping.claim(id);
  return id;
}
