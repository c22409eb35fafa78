/**
 * What the inverted file keeps of a picture: word and signature of each stored feature, 10 bytes (word, low half, high
 * half; little-endian). Kept beside the features, so that an index of 100,000 pictures is rebuilt at start by reading,
 * without a distance worked out.
 * @module
 */
import { COMPACT_LENGTH, type CompactFeatures } from './compactFeatures.ts';
import { type Assignment, assignment, assignWords, WORDS } from './visualWords.ts';

/** One entry of each array a feature. */
export type IndexRecord = Assignment;

const ENTRY_BYTES = 10;

export function indexRecord(features: CompactFeatures): IndexRecord {
  const record = assignment(features.count);
  const nearest = assignment(1);
  for (let i = 0; i < features.count; i++) {
    assignWords(features.descriptors, i * COMPACT_LENGTH, nearest);
    record.words[i] = nearest.words[0] as number;
    record.low[i] = nearest.low[0] as number;
    record.high[i] = nearest.high[0] as number;
  }
  return record;
}

export function encodeIndexRecord({ words, low, high }: IndexRecord): Uint8Array {
  const bytes = new Uint8Array(ENTRY_BYTES * words.length);
  const view = new DataView(bytes.buffer);
  for (const [i, word] of words.entries()) {
    view.setUint16(ENTRY_BYTES * i, word, true);
    view.setUint32(ENTRY_BYTES * i + 2, low[i] as number, true);
    view.setUint32(ENTRY_BYTES * i + 6, high[i] as number, true);
  }
  return bytes;
}

/** @throws {RangeError} if the bytes are no record */
export function decodeIndexRecord(bytes: Uint8Array): IndexRecord {
  const count = bytes.length / ENTRY_BYTES;
  if (!Number.isInteger(count))
    throw new RangeError(`index record: ${bytes.length} bytes are no whole number of entries`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const record = assignment(count);
  for (let i = 0; i < count; i++) {
    record.words[i] = view.getUint16(ENTRY_BYTES * i, true);
    record.low[i] = view.getUint32(ENTRY_BYTES * i + 2, true);
    record.high[i] = view.getUint32(ENTRY_BYTES * i + 6, true);
  }
  if (record.words.some((word) => word >= WORDS)) throw new RangeError('index record: unknown word');
  return record;
}
