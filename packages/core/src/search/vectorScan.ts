/**
 * The nearest of all stored embeddings and hashes by comparing with each: no approximation but the 8-bit steps of the numbers.
 * A vector v is kept as whole numbers q and one step s, v ~ s q, with s = max|v| / 127, so
 *     <u, v> ~ s_u s_v sum q_u q_v,
 * which is off by about s_u s_v times a few steps: below 0.002 for unit vectors of 768 and 1,024 numbers. A record takes
 * 1,832 bytes; 100,000 of them 175 MiB and comparing with all of them a fifth of a second.
 *     bytes 0-3 step, 4-771 numbers of `embedding768`; 772-775 step, 776-1799 numbers of `embedding1024` (steps: float32,
 *     little-endian, which every machine that this runs on is);
 *     bytes 1800-1831 PDQ.
 * @module
 */
import { EMBEDDING_LENGTH } from '../fingerprint/embeddingLength.ts';
import { PDQ_BITS, PDQ_BYTES } from '../fingerprint/pdq.ts';
import type { StoredFingerprint } from '../fingerprint/similarity.ts';
import { population } from '../signal/population.ts';

const STEP_BYTES = 4;
const EMBEDDING_1024_AT = STEP_BYTES + EMBEDDING_LENGTH.embedding768;
const PDQ_AT = EMBEDDING_1024_AT + STEP_BYTES + EMBEDDING_LENGTH.embedding1024;
export const SCAN_RECORD_BYTES = PDQ_AT + PDQ_BYTES;

/** @throws {RangeError} if a vector has another length */
export function scanRecord({ embedding768, embedding1024, pdq }: StoredFingerprint): Uint8Array {
  if (
    embedding768.length !== EMBEDDING_LENGTH.embedding768 ||
    embedding1024.length !== EMBEDDING_LENGTH.embedding1024 ||
    pdq.length !== PDQ_BYTES
  )
    throw new RangeError(`scanRecord: lengths ${embedding768.length}, ${embedding1024.length}, ${pdq.length}`);
  const record = new Uint8Array(SCAN_RECORD_BYTES);
  putVector(record, 0, embedding768);
  putVector(record, EMBEDDING_1024_AT, embedding1024);
  record.set(pdq, PDQ_AT);
  return record;
}

function putVector(record: Uint8Array, at: number, vector: Float32Array): void {
  let peak = 0;
  for (const value of vector) peak = Math.max(peak, Math.abs(value));
  const step = Math.fround(peak / 127) || 1;
  new DataView(record.buffer).setFloat32(at, step, true);
  for (const [i, value] of vector.entries()) record[at + STEP_BYTES + i] = Math.round(value / step) & 255;
}

/** What is looked for: a record, and all hashes under which the picture may be known. */
export interface ScanQuery {
  /** Null where the picture was not embedded: then its hashes alone are compared. */
  readonly record: Uint8Array | null;
  readonly pdqForms: readonly Uint8Array[];
  /** Embeddings are compared with those of the same model alone, hashes with all. Null without embeddings. */
  readonly model: string | null;
}

/** Ids by each measure, nearest first. */
export interface Nearest {
  readonly embedding768: readonly string[];
  readonly embedding1024: readonly string[];
  readonly pdq: readonly string[];
}

/** Records lie in blocks, so that adding one copies nothing. */
const BLOCK_RECORDS = 4096;

/** The same memory in four views; records begin at multiples of four bytes. */
interface Block {
  readonly bytes: Uint8Array;
  readonly numbers: Int8Array;
  readonly steps: Float32Array;
  readonly words: Uint32Array;
}

function emptyBlock(): Block {
  const { buffer } = new Uint8Array(BLOCK_RECORDS * SCAN_RECORD_BYTES);
  return {
    bytes: new Uint8Array(buffer),
    numbers: new Int8Array(buffer),
    steps: new Float32Array(buffer),
    words: new Uint32Array(buffer),
  };
}

interface Entry {
  readonly id: string;
  readonly group: string;
  readonly model: string;
}

export class VectorScan {
  readonly #blocks: Block[] = [];
  /** By slot of a record. */
  readonly #entries: Entry[] = [];
  readonly #slots = new Map<string, number>();

  get size(): number {
    return this.#entries.length;
  }

  /** Adds a record or puts it in the slot of its old one. @throws {RangeError} if the record has another length */
  set(id: string, group: string, model: string, record: Uint8Array): void {
    if (record.length !== SCAN_RECORD_BYTES) throw new RangeError(`scan record: ${record.length} bytes`);
    const slot = this.#slots.get(id) ?? this.#entries.length;
    if (slot % BLOCK_RECORDS === 0 && this.#blocks.length * BLOCK_RECORDS === slot) this.#blocks.push(emptyBlock());
    this.#recordAt(slot).set(record);
    this.#entries[slot] = { id, group, model };
    this.#slots.set(id, slot);
  }

  /** The last record takes the slot of the one that goes. */
  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    const last = this.#entries.length - 1;
    const moved = this.#entries[last] as Entry;
    this.#recordAt(slot).set(this.#recordAt(last));
    this.#entries[slot] = moved;
    this.#slots.set(moved.id, slot);
    this.#entries.pop();
    this.#slots.delete(id);
  }

  /** The `count` nearest of `groups` by each measure. */
  nearest({ record, pdqForms, model }: ScanQuery, count: number, groups: ReadonlySet<string>): Nearest {
    const embedding768 = new Best(count);
    const embedding1024 = new Best(count);
    const pdq = new Best(count);
    const own = record && vectorsOf(record);
    const forms = pdqForms.map(wordsOf);
    for (const [slot, { group, model: stored }] of this.#entries.entries()) {
      if (!groups.has(group)) continue;
      const block = this.#blocks[Math.floor(slot / BLOCK_RECORDS)] as Block;
      const at = (slot % BLOCK_RECORDS) * SCAN_RECORD_BYTES;
      pdq.offer(slot, -hashDistance(block, at + PDQ_AT, forms));
      if (own === null || stored !== model) continue;
      embedding768.offer(slot, dotProduct(block, at, own.embedding768));
      embedding1024.offer(slot, dotProduct(block, at + EMBEDDING_1024_AT, own.embedding1024));
    }
    const ids = (best: Best): string[] => best.slots.map((slot) => (this.#entries[slot] as Entry).id);
    return { embedding768: ids(embedding768), embedding1024: ids(embedding1024), pdq: ids(pdq) };
  }

  #recordAt(slot: number): Uint8Array {
    const at = (slot % BLOCK_RECORDS) * SCAN_RECORD_BYTES;
    return (this.#blocks[Math.floor(slot / BLOCK_RECORDS)] as Block).bytes.subarray(at, at + SCAN_RECORD_BYTES);
  }
}

/** The slots with the highest scores, highest first. */
class Best {
  readonly slots: number[] = [];
  readonly #scores: number[] = [];
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  offer(slot: number, score: number): void {
    if (this.slots.length >= this.#count && score <= (this.#scores.at(-1) as number)) return;
    let at = this.#scores.length;
    while (at > 0 && (this.#scores[at - 1] as number) < score) at--;
    this.slots.splice(at, 0, slot);
    this.#scores.splice(at, 0, score);
    if (this.slots.length > this.#count) {
      this.slots.pop();
      this.#scores.pop();
    }
  }
}

function vectorsOf(record: Uint8Array): { readonly embedding768: Int8Array; readonly embedding1024: Int8Array } {
  const bytes = record.slice().buffer;
  return {
    embedding768: new Int8Array(bytes, STEP_BYTES, EMBEDDING_LENGTH.embedding768),
    embedding1024: new Int8Array(bytes, EMBEDDING_1024_AT + STEP_BYTES, EMBEDDING_LENGTH.embedding1024),
  };
}

/** Up to the query's own step, which changes no order. */
function dotProduct({ numbers, steps }: Block, at: number, query: Int8Array): number {
  const from = at + STEP_BYTES;
  let sum = 0;
  for (let i = 0; i < query.length; i += 4)
    sum +=
      (numbers[from + i] as number) * (query[i] as number) +
      (numbers[from + i + 1] as number) * (query[i + 1] as number) +
      (numbers[from + i + 2] as number) * (query[i + 2] as number) +
      (numbers[from + i + 3] as number) * (query[i + 3] as number);
  return sum * (steps[at / 4] as number);
}

function wordsOf(hash: Uint8Array): Uint32Array {
  return new Uint32Array(hash.slice().buffer);
}

/** Of the nearest form. */
function hashDistance({ words }: Block, at: number, forms: readonly Uint32Array[]): number {
  let nearest = PDQ_BITS;
  for (const form of forms) {
    let distance = 0;
    for (let i = 0; i < PDQ_BYTES / 4; i++) distance += population((words[at / 4 + i] as number) ^ (form[i] as number));
    nearest = Math.min(nearest, distance);
  }
  return nearest;
}
