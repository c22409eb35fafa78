/** Content Credentials as the settings ask for them. @module */
import { systemClock } from '../adapters/runtime/clock.ts';
import { certificatesIn } from '../adapters/c2pa/claimSignature.ts';
import { createCredentials } from '../adapters/c2pa/credentials.ts';
import { createRemoteManifests } from '../adapters/c2pa/remoteManifests.ts';
import type { TrustLists } from '../adapters/c2pa/trustLists.ts';
import {
  developmentSigner,
  operatorFilesStamp,
  operatorSigner,
  readOperatorFile,
} from '../adapters/c2pa/signerFiles.ts';
import type { Credentials } from '../app/ports/credentials/credentials.ts';
import type { Config } from '../config/config.ts';
import { composeAddressGuard } from './webhooks.ts';

export type C2paSettings = Pick<
  Config,
  | 'c2paSigns'
  | 'c2paThumbnails'
  | 'c2paCertificates'
  | 'c2paPrivateKey'
  | 'c2paTrustAnchors'
  | 'c2paTrustedSigners'
  | 'c2paTrustPurposes'
  | 'c2paTimestampAnchors'
  | 'c2paIdentityAnchors'
  | 'c2paNamespace'
  | 'c2paRemoteManifests'
  | 'allowPrivateWebhooks'
>;

const fileOr = (file: string | null, setting: string): Promise<string> | string =>
  file === null ? '' : readOperatorFile(file, setting);

/** A list that is named and empty would trust nobody, which nobody means. */
async function anchorsIn(file: string | null, setting: string): Promise<string> {
  const text = await fileOr(file, setting);
  if (file !== null && certificatesIn(text).length === 0)
    throw new Error(`${setting} names a file without PEM certificates.`);
  return text;
}

/** @throws {Error} that names a setting whose file cannot be used */
export async function trustLists(config: C2paSettings): Promise<TrustLists> {
  return {
    anchors: await anchorsIn(config.c2paTrustAnchors, 'ASSAY_C2PA_TRUST_ANCHORS'),
    allowed: await fileOr(config.c2paTrustedSigners, 'ASSAY_C2PA_TRUSTED_SIGNERS'),
    purposes: await fileOr(config.c2paTrustPurposes, 'ASSAY_C2PA_TRUST_PURPOSES'),
    timestamps: await anchorsIn(config.c2paTimestampAnchors, 'ASSAY_C2PA_TIMESTAMP_ANCHORS'),
    identities: await anchorsIn(config.c2paIdentityAnchors, 'ASSAY_C2PA_IDENTITY_ANCHORS'),
  };
}

/**
 * The lists as their files are now: whoever replaces one (a download of the official list, say) need not restart the service. While a
 * new file cannot be used, the list before it counts.
 * @param warn told once of each such file
 * @throws {Error} that names a setting whose file cannot be used at first
 */
export async function watchedTrustLists(
  config: C2paSettings,
  warn: (sentence: string) => void,
): Promise<() => Promise<TrustLists>> {
  const files = [
    config.c2paTrustAnchors,
    config.c2paTrustedSigners,
    config.c2paTrustPurposes,
    config.c2paTimestampAnchors,
    config.c2paIdentityAnchors,
  ].flatMap((file) => file ?? []);
  const stamped = () => operatorFilesStamp(files);
  let stamp = await stamped();
  let lists = await trustLists(config);
  return async () => {
    const now = await stamped();
    if (now === stamp) return lists;
    stamp = now;
    try {
      lists = await trustLists(config);
    } catch (error) {
      warn(`A list of whom to trust was not taken over: ${error instanceof Error ? error.message : String(error)}`);
    }
    return lists;
  };
}

/** @param folder the data folder, owned by this process */
export async function openCredentials(
  config: C2paSettings,
  folder: string,
  version: string,
  log: { warn(sentence: string): void },
): Promise<Credentials> {
  const { c2paCertificates, c2paPrivateKey, c2paNamespace: namespace, c2paThumbnails: thumbnails } = config;
  const trust = await watchedTrustLists(config, (sentence) => log.warn(sentence));
  const places = config.c2paRemoteManifests;
  const more = places.length === 0 ? {} : { fetchManifest: createRemoteManifests(places, composeAddressGuard(config)) };
  if (!config.c2paSigns) return createCredentials({ trust, signing: null, namespace, ...more });
  const signer =
    c2paCertificates !== null && c2paPrivateKey !== null
      ? await operatorSigner(c2paCertificates, c2paPrivateKey)
      : await developmentSigner(folder, systemClock.now());
  return createCredentials({ trust, signing: { signer, version, namespace }, namespace, thumbnails, ...more });
}
