/** Opens the store of pictures that the configuration names. @module */
import type { AssetFiles } from './app/ports/storage.ts';
import { createFileAssetFiles } from './adapters/storage/fileAssetFiles.ts';
import { createS3AssetFiles } from './adapters/storage/s3AssetFiles.ts';
import type { StorageLocation } from './configStorageUrl.ts';

export interface StorageSettings {
  /** Null: the folder. */
  readonly storageUrl: StorageLocation | null;
  readonly s3AccessKeyId: string | null;
  readonly s3SecretAccessKey: string | null;
}

/** @throws {Error} with a sentence for the operator: an S3 store without its keys */
export function openAssetFiles(settings: StorageSettings, folder: string): AssetFiles {
  const { storageUrl, s3AccessKeyId, s3SecretAccessKey } = settings;
  if (storageUrl?.kind !== 's3') return createFileAssetFiles(storageUrl?.folder ?? folder);
  if (s3AccessKeyId === null || s3SecretAccessKey === null)
    throw new Error('An s3:// store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  return createS3AssetFiles(storageUrl, { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey });
}
