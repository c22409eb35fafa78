/**
 * The content identifiers of Kubo's own tests (IPIP-499, test/cli/cid_profiles_test.go and add_test.go, profile
 * unixfs-v1-2025), also those of files that are too large for the test suite: 1024 MiB, all that one node can link, and
 * 1025 MiB, which needs a level more.
 *
 *     npx tsx --conditions=assay-source bench/content/kuboVectors.ts
 *
 * Needs 3 GB of memory. Writes bench/results/content/vectors.json; the exit status is 1 unless all match.
 */
import { createCipheriv, createHash } from 'node:crypto';
import { unixfsDag } from '@assay/service/adapters/content/unixfsDag';
import { saveResult } from '../machine.ts';

const MIB = 1024 * 1024;

/** Kubo's pseudorandom files: ChaCha20 with key SHA-256(seed), counter and nonce zero, applied to zeros. */
function kuboBytes(size: number, seed: string): Buffer {
  const cipher = createCipheriv('chacha20', createHash('sha256').update(seed).digest(), Buffer.alloc(16));
  const bytes = Buffer.allocUnsafe(size);
  const zeros = Buffer.alloc(MIB);
  for (let at = 0; at < size; at += MIB) cipher.update(zeros.subarray(0, Math.min(MIB, size - at))).copy(bytes, at);
  return bytes;
}

const VECTORS = [
  ['no bytes', () => Buffer.alloc(0), 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
  ['hello world', () => Buffer.from('hello world'), 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'],
  ['1 MiB', () => kuboBytes(MIB, 'chunk-v1-seed'), 'bafkreiacndfy443ter6qr2tmbbdhadvxxheowwf75s6zehscklu6ezxmta'],
  [
    '1 MiB + 1',
    () => kuboBytes(MIB + 1, 'chunk-v1-seed'),
    'bafybeigmix7t42i6jacydtquhet7srwvgpizfg7gjbq7627d35mjomtu64',
  ],
  [
    '1024 MiB',
    () => kuboBytes(1024 * MIB, 'v1-2025-seed'),
    'bafybeihmf37wcuvtx4hpu7he5zl5qaf2ineo2lqlfrapokkm5zzw7zyhvm',
  ],
  [
    '1025 MiB',
    () => kuboBytes(1025 * MIB, 'v1-2025-seed'),
    'bafybeihmzokxxjqwxjcryerhp5ezpcog2wcawfryb2xm64xiakgm4a5jue',
  ],
] as const;

const rows = [];
for (const [name, bytesOf, expected] of VECTORS) {
  const { rootCid, blocks } = await unixfsDag(bytesOf());
  const row = { name, cid: rootCid, matches: rootCid === expected, blocks: blocks.length };
  rows.push(row);
  console.log(JSON.stringify(row));
}
console.log(
  saveResult('content/vectors', { source: 'Kubo test/cli/cid_profiles_test.go, add_test.go', vectors: rows }),
);
process.exitCode = rows.every(({ matches }) => matches) ? 0 : 1;
