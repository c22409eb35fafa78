/**
 * A tree that only grows, from its leaves alone: the perfect subtrees that it consists of, the largest first. The root
 * after n leaves takes log2(n) hashes to keep.
 * Source: RFC 9162, section 2.1.2.
 * @module
 */
import { EMPTY_ROOT, nodeHash } from './merkleTree.ts';
import type { TreeHead } from './checkProof.ts';

interface Perfect {
  /** 2^height leaves. */
  readonly height: number;
  readonly hash: Uint8Array;
}

export class Frontier {
  #subtrees: Perfect[] = [];
  #size = 0;

  /** Leaves so far. */
  get size(): number {
    return this.#size;
  }

  /** @param leaf hash of the leaf, 32 bytes */
  push(leaf: Uint8Array): void {
    let last: Perfect = { height: 0, hash: leaf };
    while (this.#subtrees.at(-1)?.height === last.height) {
      const left = this.#subtrees.pop() as Perfect;
      last = { height: last.height + 1, hash: nodeHash(left.hash, last.hash) };
    }
    this.#subtrees.push(last);
    this.#size += 1;
  }

  head(): TreeHead {
    const hashes = this.#subtrees.map(({ hash }) => hash);
    const rootHash = hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));
    return { size: this.#size, rootHash };
  }
}
