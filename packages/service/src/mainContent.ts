/** The part of the composition root that puts keys and files together. @module */
import type { Database } from './adapters/db/database.ts';
import { createEncryptionKeys } from './adapters/db/encryptionKeys.ts';
import { deriveKey } from './adapters/deriveKey.ts';
import { createEncryptedAssetFiles } from './adapters/encryption/encryptedAssetFiles.ts';
import { createKeyRing } from './adapters/encryption/keyRing.ts';
import { createMasterKeys } from './adapters/masterKeys/masterKeys.ts';
import type { Ports } from './app/ports/ports.ts';
import type { Clock, Ids } from './app/ports/runtime.ts';
import type { AssetFiles } from './app/ports/storage.ts';
import type { Config } from './config.ts';

export type ContentSettings = Pick<
  Config,
  'encryptAtRest' | 'masterKeyRef' | 's3AccessKeyId' | 's3SecretAccessKey' | 'awsSessionToken'
>;

export interface ContentParts {
  readonly database: Database;
  /** As they lie in the store. */
  readonly files: AssetFiles;
  readonly keyEncryptionKey: Uint8Array;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function composeContent(config: ContentSettings, parts: ContentParts): Pick<Ports, 'files' | 'assetKeys'> {
  const { database, files, keyEncryptionKey, clock, ids } = parts;
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey, awsSessionToken } = config;
  const masterKeys = createMasterKeys({
    currentRef: config.masterKeyRef,
    localKey: deriveKey(keyEncryptionKey, 'organization encryption keys'),
    environment: process.env,
    kmsCredentials:
      accessKeyId === null || secretAccessKey === null
        ? null
        : { accessKeyId, secretAccessKey, ...(awsSessionToken === null ? {} : { sessionToken: awsSessionToken }) },
  });
  const assetKeys = createKeyRing(createEncryptionKeys(database, { ids }), masterKeys, clock);
  return { assetKeys, files: createEncryptedAssetFiles(files, assetKeys) };
}
