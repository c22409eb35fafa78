import { createCipheriv, createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contentIds, sha256Hex } from '../../../src/adapters/content/contentIds.ts';

/**
 * The pseudorandom files of Kubo's tests (test/cli/cid_profiles_test.go): ChaCha20 with key SHA-256(seed), counter and
 * nonce zero, applied to zeros.
 */
function kuboBytes(size: number, seed: string): Uint8Array {
  const cipher = createCipheriv('chacha20', createHash('sha256').update(seed).digest(), Buffer.alloc(16));
  return cipher.update(Buffer.alloc(size));
}

describe('unixfsCid is the CID that Kubo gives under unixfs-v1-2025', () => {
  // Origin of the vectors: the empty file and "hello world\n" from the IPFS documentation; the others from Kubo's
  // test/cli/cid_profiles_test.go (IPIP-499).
  for (const [name, bytes, cid] of [
    ['an empty file', new Uint8Array(0), 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
    ['"hello world\\n"', Buffer.from('hello world\n'), 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'],
    ['"hello world"', Buffer.from('hello world'), 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'],
    [
      'exactly 1 MiB',
      kuboBytes(1_048_576, 'chunk-v1-seed'),
      'bafkreiacndfy443ter6qr2tmbbdhadvxxheowwf75s6zehscklu6ezxmta',
    ],
    [
      '1 MiB and one byte',
      kuboBytes(1_048_577, 'chunk-v1-seed'),
      'bafybeigmix7t42i6jacydtquhet7srwvgpizfg7gjbq7627d35mjomtu64',
    ],
  ] as const)
    test(name, async () => {
      expect((await contentIds(bytes)).unixfsCid).toBe(cid);
    });
});

test('sha256 is that of FIPS 180-2, appendix B.1', async () => {
  const wanted = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sha256Hex(Buffer.from('abc'))).toBe(wanted);
  expect((await contentIds(Buffer.from('abc'))).sha256).toBe(wanted);
});
