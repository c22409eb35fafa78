import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { CHUNK_BYTES, HEADER_BYTES, TAG_BYTES } from '@assay/core/encryption/chunkedLayout';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openSealed } from '../../../src/adapters/encryption/sealedReader.ts';
import { fileContext, sealBytes } from '../../../src/adapters/encryption/sealedBytes.ts';
import { DamagedFileError, type StoredFile } from '../../../src/app/ports/assets/storage.ts';

const context = fileContext('organization', 'asset', 'original');
const fileKey = { key: randomBytes(32), context };

/** A stored file that gives its bytes in parts of odd sizes, and tells what was read of it. */
function stored(
  bytes: Uint8Array,
  partBytes = 7001,
): StoredFile & { readonly reads: { start: number; end: number }[] } {
  const reads: { start: number; end: number }[] = [];
  return {
    reads,
    sizeBytes: bytes.length,
    stream(range) {
      const { start, end } = range ?? { start: 0, end: bytes.length - 1 };
      reads.push({ start, end });
      const asked = bytes.subarray(start, end + 1);
      const parts = Array.from({ length: Math.ceil(asked.length / partBytes) }, (_, i) =>
        Buffer.from(asked.subarray(i * partBytes, (i + 1) * partBytes)),
      );
      return Readable.from(parts);
    },
  };
}

/** All that a stream gave before it ended or failed. */
async function given(stream: NodeJS.ReadableStream): Promise<{ readonly bytes: Buffer; readonly error: unknown }> {
  const parts: Buffer[] = [];
  try {
    for await (const part of stream) parts.push(part as Buffer);
    return { bytes: Buffer.concat(parts), error: null };
  } catch (error) {
    return { bytes: Buffer.concat(parts), error };
  }
}

const flipped = (sealed: Buffer, at: number) => {
  const copy = Buffer.from(sealed);
  copy[at] = (copy[at] as number) ^ 1;
  return copy;
};

describe('reading', () => {
  test('any range of any file is the same range of the plaintext', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 4 * CHUNK_BYTES }),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 40_000 }),
        async (size, a, b, partBytes) => {
          const plain = randomBytes(size);
          const file = await openSealed(fileKey, stored(sealBytes(fileKey, plain), partBytes));
          expect(file.sizeBytes).toBe(size);
          expect((await given(file.stream())).bytes.equals(plain)).toBe(true);
          if (size === 0) return;
          const [start = 0, end = 0] = [a % size, b % size].sort((x, y) => x - y);
          const range = await given(file.stream({ start, end }));
          expect(range.bytes.equals(plain.subarray(start, end + 1))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a small range of a large file reads the header, the last chunk, and its own chunks alone', async () => {
    const source = stored(sealBytes(fileKey, randomBytes(40 * CHUNK_BYTES)));
    const file = await openSealed(fileKey, source);
    await given(file.stream({ start: 5 * CHUNK_BYTES + 1, end: 6 * CHUNK_BYTES }));
    const sealedChunk = CHUNK_BYTES + TAG_BYTES;
    expect(source.reads).toEqual([
      { start: 0, end: HEADER_BYTES - 1 },
      { start: HEADER_BYTES + 40 * sealedChunk, end: HEADER_BYTES + 40 * sealedChunk + TAG_BYTES - 1 },
      { start: HEADER_BYTES + 5 * sealedChunk, end: HEADER_BYTES + 7 * sealedChunk - 1 },
    ]);
  });
});

describe('refusing', () => {
  test('a cut, lengthened, foreign or wrongly keyed file does not even open', async () => {
    const sealed = sealBytes(fileKey, randomBytes(3 * CHUNK_BYTES));
    const whole = HEADER_BYTES + CHUNK_BYTES + TAG_BYTES;
    for (const bytes of [
      sealed.subarray(0, 40),
      sealed.subarray(0, sealed.length - 1),
      sealed.subarray(0, whole),
      // A valid size, but its last chunk is a full one cut short.
      sealed.subarray(0, whole + 100),
      Buffer.concat([sealed, Buffer.alloc(1)]),
      flipped(sealed, 3),
      flipped(sealed, 30),
      flipped(sealed, sealed.length - 1),
    ])
      await expect(openSealed(fileKey, stored(bytes))).rejects.toThrow(DamagedFileError);
    await expect(openSealed({ ...fileKey, key: randomBytes(32) }, stored(sealed))).rejects.toThrow(DamagedFileError);
    const other = { ...fileKey, context: fileContext('organization', 'other', 'original') };
    await expect(openSealed(other, stored(sealed))).rejects.toThrow(DamagedFileError);
  });

  // The second size is beyond what is held in memory, so that the file is read twice.
  test.each([10 * CHUNK_BYTES, 8 * 1024 * 1024 + 5 * CHUNK_BYTES])(
    'of a file of %i bytes with one flipped bit near its end, not a single byte comes',
    async (size) => {
      const sealed = sealBytes(fileKey, randomBytes(size));
      const damaged = flipped(sealed, sealed.length - 3 * CHUNK_BYTES);
      const file = await openSealed(fileKey, stored(damaged, 65_536));
      const { bytes, error } = await given(file.stream());
      expect([bytes.length, error]).toEqual([0, expect.any(DamagedFileError)]);
      // What lies before the damage can still be had by range, for each chunk proves itself.
      expect((await given(file.stream({ start: 0, end: CHUNK_BYTES }))).error).toBeNull();
    },
  );

  test('two chunks that changed places are refused when either is asked for', async () => {
    const sealed = sealBytes(fileKey, randomBytes(4 * CHUNK_BYTES));
    const sealedChunk = CHUNK_BYTES + TAG_BYTES;
    const swapped = Buffer.from(sealed);
    sealed.copy(swapped, HEADER_BYTES, HEADER_BYTES + sealedChunk, HEADER_BYTES + 2 * sealedChunk);
    sealed.copy(swapped, HEADER_BYTES + sealedChunk, HEADER_BYTES, HEADER_BYTES + sealedChunk);
    const file = await openSealed(fileKey, stored(swapped));
    for (const start of [0, CHUNK_BYTES]) {
      const { bytes, error } = await given(file.stream({ start, end: start + 10 }));
      expect([bytes.length, error]).toEqual([0, expect.any(DamagedFileError)]);
    }
  });

  test('a file that shrinks after it was opened is an error, not a short answer', async () => {
    const sealed = sealBytes(fileKey, randomBytes(4 * CHUNK_BYTES));
    const whole = stored(sealed);
    const shrunk = stored(sealed.subarray(0, HEADER_BYTES + CHUNK_BYTES));
    let now = whole;
    const file = await openSealed(fileKey, { sizeBytes: sealed.length, stream: (range) => now.stream(range) });
    expect((await given(file.stream())).error).toBeNull();
    now = shrunk;
    const { bytes, error } = await given(file.stream());
    expect([bytes.length, error]).toEqual([0, expect.any(DamagedFileError)]);
  });
});
