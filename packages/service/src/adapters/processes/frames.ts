/**
 * Messages between this service and its child processes: a line of JSON with its length, then byte arrays as they are, so
 * that pixels are copied once on each side and never parsed.
 * @module
 */

export interface Frame {
  /** Plain data. */
  readonly head: Readonly<Record<string, unknown>>;
  readonly blobs: readonly Uint8Array[];
}

/** Lengths of head and count of blobs come first: 32 bits each, little-endian; then 64 bits for each blob. */
const PREFIX_BYTES = 8;
const SIZE_BYTES = 8;

/** Heads are a few hundred bytes; whoever sends more is not one of ours any more. */
const HEAD_BYTES_MAX = 1024 * 1024;
const BLOBS_MAX = 8;
/** 100 megapixels of 16 bits R, G, B, A are 800 MB. */
const BLOB_BYTES_MAX = 1024 ** 3;

/** What is to be written for a frame, in order; the blobs are not copied. */
export function framed({ head, blobs }: Frame): Uint8Array[] {
  const text = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(PREFIX_BYTES + SIZE_BYTES * blobs.length);
  prefix.writeUInt32LE(text.length, 0);
  prefix.writeUInt32LE(blobs.length, 4);
  for (const [i, blob] of blobs.entries())
    prefix.writeBigUInt64LE(BigInt(blob.byteLength), PREFIX_BYTES + SIZE_BYTES * i);
  return [Buffer.concat([prefix, text]), ...blobs];
}

/** Puts frames together again from whatever pieces they come in. */
export class FrameReader {
  readonly #told: (frame: Frame) => void;
  /** What is being filled, and where. */
  #part: Uint8Array<ArrayBuffer> = new Uint8Array(PREFIX_BYTES);
  #at = 0;
  #done: (part: Uint8Array<ArrayBuffer>) => void = (part) => this.#tookPrefix(part);

  constructor(told: (frame: Frame) => void) {
    this.#told = told;
  }

  /** @throws {RangeError} for lengths that no sender of ours writes, SyntaxError for a head that is no JSON */
  push(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + this.#part.length - this.#at);
      this.#part.set(piece, this.#at);
      this.#at += piece.length;
      from += piece.length;
      if (this.#at === this.#part.length) this.#done(this.#part);
    }
  }

  #fill(size: number, done: (part: Uint8Array<ArrayBuffer>) => void): void {
    this.#at = 0;
    // Memory of its own, which can be handed to a thread.
    this.#part = new Uint8Array(new ArrayBuffer(size));
    this.#done = done;
    if (size === 0) done(this.#part);
  }

  #tookPrefix(part: Uint8Array): void {
    const view = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const [headBytes, count] = [view.readUInt32LE(0), view.readUInt32LE(4)];
    if (headBytes > HEAD_BYTES_MAX || count > BLOBS_MAX) throw new RangeError('a frame with lengths out of bounds');
    this.#fill(SIZE_BYTES * count, (sizes) => this.#tookSizes(sizes, headBytes));
  }

  #tookSizes(part: Uint8Array, headBytes: number): void {
    const view = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const sizes = Array.from({ length: part.length / SIZE_BYTES }, (_, i) =>
      Number(view.readBigUInt64LE(SIZE_BYTES * i)),
    );
    if (sizes.some((size) => size > BLOB_BYTES_MAX)) throw new RangeError('a frame with lengths out of bounds');
    this.#fill(headBytes, (text) => {
      const head = JSON.parse(Buffer.from(text).toString('utf8')) as Frame['head'];
      this.#takeBlobs(head, sizes, []);
    });
  }

  #takeBlobs(head: Frame['head'], sizes: readonly number[], blobs: readonly Uint8Array[]): void {
    const [size, ...others] = sizes;
    if (size !== undefined) {
      this.#fill(size, (blob) => this.#takeBlobs(head, others, [...blobs, blob]));
      return;
    }
    this.#fill(PREFIX_BYTES, (part) => this.#tookPrefix(part));
    this.#told({ head, blobs });
  }
}
