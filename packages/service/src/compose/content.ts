/** The part of the composition root that puts keys and files together. @module */
import path from 'node:path';
import type { Database } from '../adapters/db/connection/database.ts';
import { archiveFormat } from '../adapters/archive/archiveFile.ts';
import { createFolderArchive } from '../adapters/archive/folderArchive.ts';
import { createS3Archive } from '../adapters/archive/s3Archive.ts';
import { blocks } from '../adapters/content/blocks.ts';
import { createArchives } from '../adapters/db/content/archives.ts';
import { createEncryptionKeys } from '../adapters/db/keys/encryptionKeys.ts';
import { createPins } from '../adapters/db/content/pins.ts';
import { filesNumberOf } from '../adapters/db/assets/assetLeases.ts';
import { createFencedFiles } from '../adapters/storage/fencedFiles.ts';
import { createPublishedContent } from '../adapters/db/content/publishedContent.ts';
import { createEncryptedAssetFiles, createStoredBytes } from '../adapters/encryption/encryptedAssetFiles.ts';
import { createKeyRing } from '../adapters/encryption/keyRing.ts';
import { localMasterKey } from '../adapters/masterKeys/localWrapping.ts';
import { createMasterKeys } from '../adapters/masterKeys/masterKeys.ts';
import { createKuboPins } from '../adapters/pins/kuboPins.ts';
import { createPinningService, gatewayMultiaddr } from '../adapters/pins/pinningService.ts';
import { type RunningJob, repeat, together } from '../adapters/jobs/repeat.ts';
import { exclusiveJob } from '../app/exclusiveJob.ts';
import { runPinJob } from '../app/content/pinJob.ts';
import { checkDueArchives } from '../app/archive/checkArchives.ts';
import type { ArchiveStore } from '../app/ports/content/archives.ts';
import type { PinService } from '../app/ports/content/pins.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { Clock, Ids } from '../app/ports/runtime/runtime.ts';
import type { AssetFiles } from '../app/ports/assets/storage.ts';
import type { Config } from '../config/config.ts';

export type ContentSettings = Pick<
  Config,
  | 'dataDir'
  | 'encryptAtRest'
  | 'masterKeyRef'
  | 's3AccessKeyId'
  | 's3SecretAccessKey'
  | 'awsSessionToken'
  | 'archiveUrl'
  | 'archiveLock'
  | 'archiveRetainDays'
  | 'ipfsPinUrl'
>;

export interface ContentParts {
  readonly database: Database;
  /** As they lie in the store. */
  readonly files: AssetFiles;
  readonly keyEncryptionKey: Uint8Array;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function composeContent(
  config: ContentSettings,
  parts: ContentParts,
): Pick<
  Ports,
  | 'files'
  | 'storedFiles'
  | 'storedBytes'
  | 'assetKeys'
  | 'blocks'
  | 'publishedContent'
  | 'pins'
  | 'archives'
  | 'archiveStore'
  | 'archiveFormat'
> {
  const { database, files, keyEncryptionKey, clock, ids } = parts;
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey, awsSessionToken } = config;
  const masterKeys = createMasterKeys({
    currentRef: config.masterKeyRef,
    localKey: localMasterKey(keyEncryptionKey),
    environment: process.env,
    kmsCredentials:
      accessKeyId === null || secretAccessKey === null
        ? null
        : { accessKeyId, secretAccessKey, ...(awsSessionToken === null ? {} : { sessionToken: awsSessionToken }) },
  });
  const storedFiles = createFencedFiles(files, filesNumberOf(database));
  const assetKeys = createKeyRing(createEncryptionKeys(database, { ids }), masterKeys, clock);
  return {
    assetKeys,
    files: createEncryptedAssetFiles(storedFiles, assetKeys),
    storedFiles,
    blocks,
    publishedContent: createPublishedContent(database),
    archives: createArchives(database),
    archiveStore: openArchiveStore(config, clock),
    archiveFormat,
    storedBytes: createStoredBytes(assetKeys),
    pins: createPins(database, { ids, isOn: config.ipfsPinUrl !== null }),
  };
}

/** @throws {Error} with a sentence for the operator: an S3 archive without its keys, a lock that a folder cannot hold */
export function openArchiveStore(config: ContentSettings, clock: Clock): ArchiveStore {
  const { archiveUrl, archiveLock: mode, archiveRetainDays: retainDays, s3AccessKeyId, s3SecretAccessKey } = config;
  if (archiveUrl?.kind !== 's3') {
    if (mode !== 'none') throw new Error('ASSAY_ARCHIVE_LOCK needs an archive in an S3 bucket (ASSAY_ARCHIVE_URL).');
    return createFolderArchive(archiveUrl?.folder ?? path.join(config.dataDir, 'archive'));
  }
  if (s3AccessKeyId === null || s3SecretAccessKey === null)
    throw new Error('An s3:// archive needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const keys = { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey };
  return createS3Archive(archiveUrl, keys, { mode, retainDays }, clock);
}

/** The node or service that ASSAY_IPFS_PIN_URL names; null: none. */
export function openPinService(
  { ipfsPinUrl, ipfsPinToken: token }: Pick<Config, 'ipfsPinUrl' | 'ipfsPinToken'>,
  publicBaseUrl: () => string,
): PinService | null {
  if (ipfsPinUrl === null) return null;
  const [kind, url] = ipfsPinUrl.split(/\+(.*)/s) as [string, string];
  if (kind === 'kubo') return createKuboPins({ url, token });
  return createPinningService({ url, token }, () => [gatewayMultiaddr(publicBaseUrl())]);
}

/** How often pins are looked at; a pin that nobody waits for costs one query. */
const PIN_PAUSE_MS = 5_000;
/** How often archives are looked for whose check is due. */
const CHECK_PAUSE_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What happens to content in the background. */
export function startContentJobs(
  config: Pick<Config, 'ipfsPinUrl' | 'ipfsPinToken' | 'archiveCheckDays'>,
  ports: Ports,
  publicBaseUrl: () => string,
  report: (error: unknown) => void,
): RunningJob {
  const service = openPinService(config, publicBaseUrl);
  const pins =
    (to: PinService) =>
    async (lost: AbortSignal): Promise<void> =>
      void (await runPinJob(ports, to, () => lost.aborted));
  const checks = async (lost: AbortSignal): Promise<void> => {
    const checkedBefore = new Date(ports.clock.now().getTime() - config.archiveCheckDays * DAY_MS);
    for (const { record, reason } of await checkDueArchives(ports, checkedBefore, () => lost.aborted))
      report(new Error(`asset ${record.assetId}: ${reason}`));
  };
  return together([
    repeat('archive checks', exclusiveJob(ports, 'archive checks', checks), CHECK_PAUSE_MS, report),
    ...(service ? [repeat('pins', exclusiveJob(ports, 'pins', pins(service)), PIN_PAUSE_MS, report)] : []),
  ]);
}
