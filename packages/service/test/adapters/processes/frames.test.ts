import { expect, test } from 'vitest';
import { type Frame, FrameReader, framed } from '../../../src/adapters/processes/frames.ts';

const FRAMES: readonly Frame[] = [
  {
    head: { kind: 'answer', name: 'Größe' },
    blobs: [Uint8Array.of(1, 2, 3), new Uint8Array(), new Uint8Array(300).fill(7)],
  },
  { head: {}, blobs: [] },
  { head: { last: true }, blobs: [Uint8Array.of(9)] },
];

const bytes = Buffer.concat(FRAMES.flatMap(framed));

test.each([1, 2, 7, 64, 10_000])('frames come out as they went in, in pieces of %i bytes', (size) => {
  const read: Frame[] = [];
  const reader = new FrameReader((frame) => read.push(frame));
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  expect(read).toEqual(FRAMES);
});

test('the bytes of a frame lie in memory of their own', () => {
  const read: Frame[] = [];
  new FrameReader((frame) => read.push(frame)).push(bytes);
  expect(read[0]?.blobs[0]?.buffer.byteLength).toBe(3);
});

const lengths = (head: number, blobs: number, size = 0): Buffer => {
  const prefix = Buffer.alloc(16);
  prefix.writeUInt32LE(head, 0);
  prefix.writeUInt32LE(blobs, 4);
  prefix.writeBigUInt64LE(BigInt(size), 8);
  return prefix;
};

test.each([
  ['a long head', lengths(2 ** 31, 0)],
  ['many blobs', lengths(2, 9)],
  ['a huge blob', lengths(2, 1, 2 ** 40)],
])('%s is refused before any memory is taken for it', (_, prefix) => {
  expect(() => new FrameReader(() => {}).push(prefix)).toThrow(RangeError);
});
