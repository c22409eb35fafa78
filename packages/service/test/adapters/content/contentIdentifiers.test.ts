import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { base32 } from 'multiformats/bases/base32';
import { describe, expect, test } from 'vitest';
import { assetCidBytes, contentIdentifiers } from '../../../src/adapters/content/contentIdentifiers.ts';

const FACTS = {
  assetId: '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6',
  organizationId: '01980a5e-0000-7000-8000-000000000001',
  contentSha256: 'a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447',
};
const SPECIFICATION = new URL('../../../../../docs/spec/content-ids.md', import.meta.url);

describe('the asset CID', () => {
  test('is the vector of docs/spec/content-ids.md', () => {
    const text = readFileSync(SPECIFICATION, 'utf8');
    expect(text).toContain(Buffer.from(assetCidBytes(FACTS)).toString('ascii'));
    expect(text).toContain(contentIdentifiers.assetCid(FACTS));
  });

  test('is version 1, codec raw (0x55), sha2-256 (0x12) of 32 bytes over the JCS bytes, in base32', () => {
    const hash = createHash('sha256').update(assetCidBytes(FACTS)).digest();
    const binary = Uint8Array.from([0x01, 0x55, 0x12, 0x20, ...hash]);
    expect(contentIdentifiers.assetCid(FACTS)).toBe(base32.encode(binary));
  });

  test('differs for another asset, organization or content', () => {
    const cids = [
      FACTS,
      { ...FACTS, assetId: FACTS.organizationId },
      { ...FACTS, organizationId: FACTS.assetId },
      { ...FACTS, contentSha256: '0'.repeat(64) },
    ].map((facts) => contentIdentifiers.assetCid(facts));
    expect(new Set(cids).size).toBe(4);
  });

  test('upper-case ids and hashes are refused: two spellings would give two names', () => {
    expect(() => assetCidBytes({ ...FACTS, assetId: FACTS.assetId.toUpperCase() })).toThrow(RangeError);
    expect(() => assetCidBytes({ ...FACTS, contentSha256: FACTS.contentSha256.toUpperCase() })).toThrow(RangeError);
    expect(() => assetCidBytes({ ...FACTS, organizationId: 'x' })).toThrow(RangeError);
  });
});
