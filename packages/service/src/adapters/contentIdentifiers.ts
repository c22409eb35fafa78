/** CIDs that are made of facts and not of files. @module */
import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { create } from 'multiformats/hashes/digest';
import type { ContentIdentifiers } from '../app/ports/runtime.ts';

/** Multicodec code of SHA2-256. */
const SHA2_256 = 0x12;

export const contentIdentifiers: ContentIdentifiers = {
  assetCid({ assetId, organizationId, contentSha256 }) {
    // JCS (RFC 8785) of ASCII strings and a small integer is JSON.stringify with the members in order.
    const facts = JSON.stringify({
      asset_id: assetId,
      content_sha256: contentSha256,
      organization_id: organizationId,
      v: 1,
    });
    const digest = createHash('sha256').update(facts).digest();
    return CID.createV1(raw.code, create(SHA2_256, digest)).toString();
  },
};
