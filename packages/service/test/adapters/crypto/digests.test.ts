import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digests } from '../../../src/adapters/crypto/digests.ts';

async function* partsOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

// FIPS 180-2, appendix B.1; the empty message: NIST example values.
test.each([
  [['a', 'bc'], 3, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [[], 0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
])('SHA-256 of the parts %j, and their length', async (texts, sizeBytes, sha256) => {
  expect(await digests.sha256(partsOf(...texts))).toEqual({ sha256, sizeBytes });
});

test('a long part leaves others their turn, and its hash is that of the whole', async () => {
  const part = Buffer.alloc(3 * 2 ** 20 + 5, 7);
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const { sha256 } = await digests.sha256([part]);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(sha256).toBe(createHash('sha256').update(part).digest('hex'));
});
