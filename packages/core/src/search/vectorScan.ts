/**
 * The nearest of all stored embeddings and hashes by looking at each: no approximation but the 8-bit steps of the numbers.
 * A vector v is kept as whole numbers q and one step s, v ~ s q, with s = max|v| / 127, so
 *     <u, v> ~ s_u s_v sum q_u q_v,
 * which is off by about s_u s_v times a few steps: below 0.002 for unit vectors of 768 and 1,024 numbers. A record takes
 * 1,832 bytes; 100,000 of them 175 MiB and one look at all of them a fifth of a second.
 *     bytes 0-3 step, 4-771 numbers of clip; 772-775 step, 776-1799 numbers of dino (steps: float32, little-endian,
 *     which every machine that this runs on is);
 *     bytes 1800-1831 PDQ.
 * @module
 */
import type { StoredFingerprint } from '../fingerprint/similarity.ts';
import { population } from '../signal/population.ts';

const CLIP_LENGTH = 768;
const DINO_LENGTH = 1024;
const PDQ_BYTES = 32;
const STEP_BYTES = 4;
const DINO_AT = STEP_BYTES + CLIP_LENGTH;
const PDQ_AT = DINO_AT + STEP_BYTES + DINO_LENGTH;
export const SCAN_RECORD_BYTES = PDQ_AT + PDQ_BYTES;

/** @throws {RangeError} if a vector has another length */
export function scanRecord({ clip, dino, pdq }: StoredFingerprint): Uint8Array {
  if (clip.length !== CLIP_LENGTH || dino.length !== DINO_LENGTH || pdq.length !== PDQ_BYTES)
    throw new RangeError(`scanRecord: lengths ${clip.length}, ${dino.length}, ${pdq.length}`);
  const record = new Uint8Array(SCAN_RECORD_BYTES);
  putVector(record, 0, clip);
  putVector(record, DINO_AT, dino);
  record.set(pdq, PDQ_AT);
  return record;
}

function putVector(record: Uint8Array, at: number, vector: Float32Array): void {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  const step = Math.fround(most / 127) || 1;
  new DataView(record.buffer).setFloat32(at, step, true);
  for (const [i, value] of vector.entries()) record[at + STEP_BYTES + i] = Math.round(value / step) & 255;
}

/** What is looked for: a record, and all hashes under which the picture may be known. */
export interface ScanQuery {
  readonly record: Uint8Array;
  readonly pdqForms: readonly Uint8Array[];
  /** Embeddings are compared with those of the same model alone, hashes with all. */
  readonly model: string;
}

/** Ids by each measure, nearest first. */
export interface Nearest {
  readonly clip: readonly string[];
  readonly dino: readonly string[];
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
  /** By place of a record. */
  readonly #entries: Entry[] = [];
  readonly #places = new Map<string, number>();

  get size(): number {
    return this.#entries.length;
  }

  /** Adds a record or puts it in the place of its old one. @throws {RangeError} if the record has another length */
  set(id: string, group: string, model: string, record: Uint8Array): void {
    if (record.length !== SCAN_RECORD_BYTES) throw new RangeError(`scan record: ${record.length} bytes`);
    const place = this.#places.get(id) ?? this.#entries.length;
    if (place % BLOCK_RECORDS === 0 && this.#blocks.length * BLOCK_RECORDS === place) this.#blocks.push(emptyBlock());
    this.#recordAt(place).set(record);
    this.#entries[place] = { id, group, model };
    this.#places.set(id, place);
  }

  /** The last record takes the place of the one that goes. */
  remove(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    const last = this.#entries.length - 1;
    const moved = this.#entries[last] as Entry;
    this.#recordAt(place).set(this.#recordAt(last));
    this.#entries[place] = moved;
    this.#places.set(moved.id, place);
    this.#entries.pop();
    this.#places.delete(id);
  }

  /** The `count` nearest of `groups` by each measure. */
  nearest({ record, pdqForms, model }: ScanQuery, count: number, groups: ReadonlySet<string>): Nearest {
    const clip = new Best(count);
    const dino = new Best(count);
    const pdq = new Best(count);
    const own = vectorsOf(record);
    const forms = pdqForms.map(wordsOf);
    for (const [place, { group, model: stored }] of this.#entries.entries()) {
      if (!groups.has(group)) continue;
      const block = this.#blocks[Math.floor(place / BLOCK_RECORDS)] as Block;
      const at = (place % BLOCK_RECORDS) * SCAN_RECORD_BYTES;
      pdq.offer(place, -hashDistance(block, at + PDQ_AT, forms));
      if (stored !== model) continue;
      clip.offer(place, dotProduct(block, at, own.clip));
      dino.offer(place, dotProduct(block, at + DINO_AT, own.dino));
    }
    const ids = (best: Best): string[] => best.places.map((place) => (this.#entries[place] as Entry).id);
    return { clip: ids(clip), dino: ids(dino), pdq: ids(pdq) };
  }

  #recordAt(place: number): Uint8Array {
    const at = (place % BLOCK_RECORDS) * SCAN_RECORD_BYTES;
    return (this.#blocks[Math.floor(place / BLOCK_RECORDS)] as Block).bytes.subarray(at, at + SCAN_RECORD_BYTES);
  }
}

/** The places with the highest scores, highest first. */
class Best {
  readonly places: number[] = [];
  readonly #scores: number[] = [];
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  offer(place: number, score: number): void {
    if (this.places.length >= this.#count && score <= (this.#scores.at(-1) as number)) return;
    let at = this.#scores.length;
    while (at > 0 && (this.#scores[at - 1] as number) < score) at--;
    this.places.splice(at, 0, place);
    this.#scores.splice(at, 0, score);
    if (this.places.length > this.#count) {
      this.places.pop();
      this.#scores.pop();
    }
  }
}

function vectorsOf(record: Uint8Array): { readonly clip: Int8Array; readonly dino: Int8Array } {
  const bytes = record.slice().buffer;
  return {
    clip: new Int8Array(bytes, STEP_BYTES, CLIP_LENGTH),
    dino: new Int8Array(bytes, DINO_AT + STEP_BYTES, DINO_LENGTH),
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
  let least = 8 * PDQ_BYTES;
  for (const form of forms) {
    let distance = 0;
    for (let i = 0; i < PDQ_BYTES / 4; i++) distance += population((words[at / 4 + i] as number) ^ (form[i] as number));
    least = Math.min(least, distance);
  }
  return least;
}
