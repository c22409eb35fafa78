/** Content Credentials as the settings ask for them. @module */
import { systemClock } from '../adapters/runtime/clock.ts';
import { certificatesIn } from '../adapters/c2pa/claimSignature.ts';
import { createCredentials } from '../adapters/c2pa/credentials.ts';
import type { TrustLists } from '../adapters/c2pa/readCredentials.ts';
import { developmentSigner, operatorSigner, readOperatorFile } from '../adapters/c2pa/signerFiles.ts';
import type { Credentials } from '../app/ports/credentials/credentials.ts';
import type { Config } from '../config/config.ts';

export type C2paSettings = Pick<
  Config,
  | 'c2paSigns'
  | 'c2paCertificates'
  | 'c2paPrivateKey'
  | 'c2paTrustAnchors'
  | 'c2paTrustedSigners'
  | 'c2paTrustPurposes'
  | 'c2paNamespace'
>;

const fileOr = (file: string | null, setting: string): Promise<string> | string =>
  file === null ? '' : readOperatorFile(file, setting);

/** @throws {Error} that names a setting whose file cannot be used */
export async function trustLists(config: C2paSettings): Promise<TrustLists> {
  const anchors = await fileOr(config.c2paTrustAnchors, 'ASSAY_C2PA_TRUST_ANCHORS');
  if (config.c2paTrustAnchors !== null && certificatesIn(anchors).length === 0)
    throw new Error('ASSAY_C2PA_TRUST_ANCHORS names a file without PEM certificates.');
  return {
    anchors,
    allowed: await fileOr(config.c2paTrustedSigners, 'ASSAY_C2PA_TRUSTED_SIGNERS'),
    purposes: await fileOr(config.c2paTrustPurposes, 'ASSAY_C2PA_TRUST_PURPOSES'),
  };
}

/** @param folder the data folder, owned by this process */
export async function openCredentials(config: C2paSettings, folder: string, version: string): Promise<Credentials> {
  const { c2paCertificates, c2paPrivateKey, c2paNamespace: namespace } = config;
  const trust = await trustLists(config);
  if (!config.c2paSigns) return createCredentials({ trust, signing: null, namespace });
  const signer =
    c2paCertificates !== null && c2paPrivateKey !== null
      ? await operatorSigner(c2paCertificates, c2paPrivateKey)
      : await developmentSigner(folder, systemClock.now());
  return createCredentials({ trust, signing: { signer, version, namespace }, namespace });
}
