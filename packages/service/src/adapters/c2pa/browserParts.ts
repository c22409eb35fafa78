/**
 * What the C2PA library expects of a browser and Node does not have: a `Blob` that can be read at once, and random
 * numbers that can be determined; and what of a browser it is not to have, the network. All act on the globals of this
 * thread, which therefore does nothing else.
 * @module
 */
import { createHmac } from 'node:crypto';

/** A Blob whose bytes are in memory, so that reading them needs no waiting. */
export class HeldBlob extends Blob {
  readonly held: Uint8Array;
  override readonly size: number;
  constructor(held: Uint8Array) {
    super([]);
    this.held = held;
    this.size = held.length;
  }
  override slice(start = 0, end = this.held.length): Blob {
    return new HeldBlob(this.held.subarray(start, end));
  }
}

class HeldReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer {
    if (!(blob instanceof HeldBlob)) throw new TypeError('only bytes in memory can be read at once');
    return new Uint8Array(blob.held).buffer;
  }
}

/** Bytes that follow from a key: HMAC-SHA256(key, 0), HMAC-SHA256(key, 1), ... */
function keyedBytes(key: Uint8Array): (target: Uint8Array) => void {
  let counter = 0;
  return (target) => {
    for (let at = 0; at < target.length; at += 32) {
      const block = createHmac('sha256', key).update(String(counter++)).digest();
      target.set(block.subarray(0, Math.min(block.length, target.length - at)), at);
    }
  };
}

const systemRandom = globalThis.crypto.getRandomValues.bind(globalThis.crypto);
let fill: ((target: Uint8Array) => void) | null = null;

export function installBrowserParts(): void {
  Object.assign(globalThis, { FileReaderSync: HeldReader });
  globalThis.crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (fill === null || array === null) return systemRandom(array as never) as T;
    fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return array;
  };
}

/**
 * From here on nothing in this process reaches the network by `fetch`. The library would: an identity assertion may name whoever vouches
 * by an address (`did:web`), and whoever made the file wrote it.
 */
export function closeNetwork(): void {
  globalThis.fetch = () => Promise.reject(new TypeError('out of reach'));
}

/** While `work` runs, `fetch` of this thread knows one address, and what is there; any other is out of reach. */
export async function withAnswerAt<Result>(
  { address, store }: { readonly address: string; readonly store: Uint8Array },
  work: () => Promise<Result>,
): Promise<Result> {
  const before = globalThis.fetch;
  globalThis.fetch = (asked) => {
    const url = asked instanceof Request ? asked.url : String(asked);
    if (url !== new URL(address).href) return Promise.reject(new TypeError('out of reach'));
    const response = new Response(Buffer.from(store), { headers: { 'content-type': 'application/c2pa' } });
    // The library reads it, and stops at an empty one, which made responses have.
    Object.defineProperty(response, 'url', { value: url });
    return Promise.resolve(response);
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = before;
  }
}

/** While `work` runs, what asks for random bytes in this thread gets ones that follow from the key. */
export async function withKeyedRandom<Result>(key: Uint8Array, work: () => Promise<Result>): Promise<Result> {
  fill = keyedBytes(key);
  try {
    return await work();
  } finally {
    fill = null;
  }
}
