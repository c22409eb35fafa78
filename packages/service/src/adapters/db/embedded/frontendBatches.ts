/**
 * Cuts what a client sends into batches that the single-user backend can run whole: up to and including a message after
 * which a server must answer. Source: PostgreSQL documentation, "Message Formats" and "Message Flow".
 * @module
 */

const SYNC = 0x53;
const QUERY = 0x51;
const FLUSH = 0x48;
const TERMINATE = 0x58;
/** A tag byte and a length that counts itself. */
const HEADER_BYTES = 5;

export type FrontendBatch =
  /** The first packet of a connection, which has no tag byte. */
  | { readonly kind: 'startup'; readonly bytes: Uint8Array }
  | { readonly kind: 'messages'; readonly bytes: Uint8Array }
  | { readonly kind: 'terminate' };

export class FrontendBatches {
  #pending = Buffer.alloc(0);
  #started = false;

  /** Takes bytes as they come; gives the batches that are complete now. */
  push(bytes: Uint8Array): FrontendBatch[] {
    this.#pending = Buffer.concat([this.#pending, bytes]);
    const batches: FrontendBatch[] = [];
    for (let batch = this.#next(); batch; batch = this.#next()) batches.push(batch);
    return batches;
  }

  #next(): FrontendBatch | null {
    if (!this.#started) {
      if (this.#pending.length < 4) return null;
      const bytes = this.#take(this.#pending.readInt32BE(0));
      if (bytes) this.#started = true;
      return bytes && { kind: 'startup', bytes };
    }
    for (let at = 0; at + HEADER_BYTES <= this.#pending.length; ) {
      const tag = this.#pending[at];
      const end = at + 1 + this.#pending.readInt32BE(at + 1);
      if (end > this.#pending.length) return null;
      if (tag === TERMINATE) {
        // Whatever stands before was never to be answered.
        this.#pending = this.#pending.subarray(end);
        this.#started = false;
        return { kind: 'terminate' };
      }
      if (tag === SYNC || tag === QUERY || tag === FLUSH) return { kind: 'messages', bytes: this.#take(end)! };
      at = end;
    }
    return null;
  }

  #take(length: number): Uint8Array | null {
    if (this.#pending.length < length) return null;
    const bytes = new Uint8Array(this.#pending.subarray(0, length));
    this.#pending = this.#pending.subarray(length);
    return bytes;
  }
}
