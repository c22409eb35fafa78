/** Job: reads and validates the manifest store of a picture. @module */
import type { CredentialReading } from '../../app/ports/credentials/credentials.ts';
import type { ImageFormat } from '../../app/ports/verify/engine.ts';
import { sniffFormat } from '../codec/sniffFormat.ts';
import { manifestStoreIn } from './manifestStore.ts';
import { noCredentials, summarizeStore, unreadableCredentials } from './storeSummary.ts';
import { loadC2pa, retireC2pa } from './wasmModule.ts';

/** Whom the operator trusts, as PEM texts; empty: nobody. */
export interface TrustLists {
  /** Roots and intermediates that vouch for signers. */
  readonly anchors: string;
  /** Signing certificates that are trusted by themselves. */
  readonly allowed: string;
  /** Purposes that a signing certificate may have, one object identifier a line; empty: those of the specification. */
  readonly purposes: string;
}

/** The network is never asked: neither for manifests elsewhere nor for the state of certificates. */
export function readerSettings({ anchors, allowed, purposes }: TrustLists): string {
  return JSON.stringify({
    trust: {
      ...(anchors ? { user_anchors: anchors } : {}),
      ...(allowed ? { allowed_list: allowed } : {}),
      ...(purposes ? { trust_config: purposes } : {}),
    },
    verify: { verify_trust: true, remote_manifest_fetch: false, ocsp_fetch: false },
  });
}

/** What the library throws is text. */
const NO_MANIFEST = /JumbfNotFound/;
const REMOTE = /RemoteManifestUrl\("([^"]*)"\)/;

export const formatName = (format: ImageFormat): string => `image/${format}`;

/** @throws {AppError} INVALID_FILE_TYPE for what is no picture */
export async function readCredentials(bytes: Uint8Array, trust: TrustLists): Promise<CredentialReading> {
  const format = sniffFormat(bytes);
  const { WasmReader } = await loadC2pa();
  let trapped = false;
  try {
    const reader = await WasmReader.fromBytes(formatName(format), bytes, readerSettings(trust));
    try {
      return summarizeStore(JSON.parse(reader.json()) as Record<string, unknown>);
    } finally {
      reader.free();
    }
  } catch (thrown) {
    trapped = typeof thrown !== 'string';
    const text = trapped ? 'the reader stopped' : String(thrown);
    const remote = REMOTE.exec(text);
    if (remote) return noCredentials(remote[1] ?? null);
    if (NO_MANIFEST.test(text) && manifestStoreIn(bytes, format) === null) return noCredentials();
    return unreadableCredentials('assay.manifest.unreadable', text);
  } finally {
    retireC2pa(trapped);
  }
}
