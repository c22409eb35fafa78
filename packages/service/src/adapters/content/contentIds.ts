/** Names of bytes: SHA-256 and IPFS content identifiers. @module */
import { createHash } from 'node:crypto';
import { importBytes } from 'ipfs-unixfs-importer';
import type { ContentIds } from '../../app/ports/verify/engine.ts';

/** CIDs are all that is wanted; the blocks go nowhere. */
const NO_STORE = { put: async <Cid>(cid: Cid): Promise<Cid> => cid };

/** SHA-256, 64 lower-case hex characters. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * SHA-256 of the bytes and the CID that any IPFS node gives the same file.
 * Source: IPIP-499, profile unixfs-v1-2025: CIDv1, raw leaves, chunks of 1 MiB, 1024 links a node.
 */
export async function contentIds(bytes: Uint8Array): Promise<ContentIds> {
  const { cid } = await importBytes(bytes, NO_STORE as Parameters<typeof importBytes>[1], {
    profile: 'unixfs-v1-2025',
  });
  return { sha256: sha256Hex(bytes), unixfsCid: cid.toString() };
}
