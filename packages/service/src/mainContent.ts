/** The part of the composition root that puts keys and files together. @module */
import type { Database } from './adapters/db/database.ts';
import { blocks } from './adapters/content/blocks.ts';
import { createEncryptionKeys } from './adapters/db/encryptionKeys.ts';
import { createPins } from './adapters/db/pins.ts';
import { createPublishedContent } from './adapters/db/publishedContent.ts';
import { deriveKey } from './adapters/deriveKey.ts';
import { createEncryptedAssetFiles } from './adapters/encryption/encryptedAssetFiles.ts';
import { createKeyRing } from './adapters/encryption/keyRing.ts';
import { createMasterKeys } from './adapters/masterKeys/masterKeys.ts';
import { createKuboPins } from './adapters/pins/kuboPins.ts';
import { createPinningService, gatewayMultiaddr } from './adapters/pins/pinningService.ts';
import { type Repeated, repeat } from './adapters/repeat.ts';
import { pinRound } from './app/content/pinRounds.ts';
import type { PinService } from './app/ports/pins.ts';
import type { Ports } from './app/ports/ports.ts';
import type { Clock, Ids } from './app/ports/runtime.ts';
import type { AssetFiles } from './app/ports/storage.ts';
import type { Config } from './config.ts';

export type ContentSettings = Pick<
  Config,
  'encryptAtRest' | 'masterKeyRef' | 's3AccessKeyId' | 's3SecretAccessKey' | 'awsSessionToken' | 'ipfsPinUrl'
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
): Pick<Ports, 'files' | 'storedFiles' | 'assetKeys' | 'blocks' | 'publishedContent' | 'pins'> {
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
  return {
    assetKeys,
    files: createEncryptedAssetFiles(files, assetKeys),
    storedFiles: files,
    blocks,
    publishedContent: createPublishedContent(database),
    pins: createPins(database, { ids, isOn: config.ipfsPinUrl !== null }),
  };
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

/** What happens to content in the background. */
export function startContentUpkeep(
  config: Pick<Config, 'ipfsPinUrl' | 'ipfsPinToken'>,
  ports: Ports,
  publicBaseUrl: () => string,
  report: (error: unknown) => void,
): Repeated[] {
  const service = openPinService(config, publicBaseUrl);
  return service ? [repeat(async () => void (await pinRound(ports, service)), PIN_PAUSE_MS, report)] : [];
}
