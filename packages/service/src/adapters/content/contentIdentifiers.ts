/** The port `ContentIdentifiers`: an asset's own CID. Exact bytes and a vector: docs/spec/content-ids.md. @module */
import { createHash } from 'node:crypto';
import { canonicalJson } from '@assay/core/encoding/canonicalJson';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import * as digest from 'multiformats/hashes/digest';
import { sha256 } from 'multiformats/hashes/sha2';
import type { AssetCidFacts, ContentIdentifiers } from '../../app/ports/runtime/runtime.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHA256_HEX = /^[0-9a-f]{64}$/;

/**
 * The bytes that the CID names: JSON Canonicalization Scheme (RFC 8785) of the four members.
 * @throws {RangeError} unless the ids are lower-case UUIDs and the hash is 64 lower-case hex characters
 */
export function assetCidBytes({ assetId, organizationId, contentSha256 }: AssetCidFacts): Uint8Array {
  if (!UUID.test(assetId)) throw new RangeError(`assetCid: expected a lower-case UUID, got "${assetId}"`);
  if (!UUID.test(organizationId)) throw new RangeError(`assetCid: expected a lower-case UUID, got "${organizationId}"`);
  if (!SHA256_HEX.test(contentSha256)) throw new RangeError(`assetCid: expected a SHA-256, got "${contentSha256}"`);
  const facts = { v: 1, asset_id: assetId, organization_id: organizationId, content_sha256: contentSha256 };
  return Buffer.from(canonicalJson(facts), 'ascii');
}

export const contentIdentifiers: ContentIdentifiers = {
  assetCid(facts) {
    const hash = createHash('sha256').update(assetCidBytes(facts)).digest();
    return CID.createV1(raw.code, digest.create(sha256.code, Uint8Array.from(hash))).toString();
  },
};
