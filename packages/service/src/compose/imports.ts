/** The part of the composition root that imports come through. @module */
import path from 'node:path';
import { uuidV7Ids } from '../adapters/ids/uuidV7.ts';
import { bucketArchives, folderArchives, type SharedArchives } from '../adapters/imports/sharedArchives.ts';
import type { S3Credentials } from '../adapters/storage/s3Store.ts';
import { createImportSources } from '../adapters/imports/importSources.ts';
import { type RunningJob, repeat } from '../adapters/jobs/repeat.ts';
import { systemClock } from '../adapters/runtime/clock.ts';
import { runImports } from '../app/imports/runImports.ts';
import type { ImportSources } from '../app/ports/imports/importSources.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { Config } from '../config/config.ts';
import { threadsOf } from './engine.ts';
import { keyEncryptionKeys } from './keyChange.ts';

/** New imports begin after so long at the latest, ms. */
const PAUSE_MS = 2_000;
const MEBIBYTE = 1024 * 1024;

type Settings = Pick<
  Config,
  'importMib' | 'importSources' | 'storageUrl' | 's3AccessKeyId' | 's3SecretAccessKey' | 'uploadBytesMax'
> &
  Parameters<typeof keyEncryptionKeys>[0];

/** Null where the operator set none. */
export const s3KeysOf = ({
  s3AccessKeyId: accessKeyId,
  s3SecretAccessKey: secretAccessKey,
}: Pick<Config, 's3AccessKeyId' | 's3SecretAccessKey'>): S3Credentials | null =>
  accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null;

/** Archives lie beside the pictures where other processes see those; in the data folder there is no other. */
export function openShared(storageUrl: Settings['storageUrl'], keys: S3Credentials | null): SharedArchives | null {
  if (storageUrl === null) return null;
  if (storageUrl.kind !== 's3') return folderArchives(storageUrl.folder);
  return keys === null ? null : bucketArchives(storageUrl, keys);
}

/** True: any process may work on any import. */
export const areArchivesShared = ({ storageUrl }: Pick<Config, 'storageUrl'>): boolean => storageUrl !== null;

export async function openImportSources(
  config: Settings,
  folder: string,
  keyEncryptionKey: Uint8Array,
): Promise<ImportSources> {
  const keys = s3KeysOf(config);
  return createImportSources(path.join(folder, 'imports'), {
    archiveBytesMax: config.importMib * MEBIBYTE,
    pictureBytesMax: config.uploadBytesMax,
    sources: config.importSources,
    keys,
    secrets: await keyEncryptionKeys(config, keyEncryptionKey),
    ids: uuidV7Ids(systemClock),
    shared: openShared(config.storageUrl, keys),
  });
}

/** Files at once: while as many as there are threads are marked, one more is read and written. */
export const startImports = (
  settings: Parameters<typeof threadsOf>[0],
  ports: Ports,
  isEnding: () => boolean,
  log: Parameters<typeof runImports>[2],
  failed: (error: unknown) => void,
): RunningJob => repeat('imports', () => runImports(ports, isEnding, log, threadsOf(settings) + 1), PAUSE_MS, failed);
