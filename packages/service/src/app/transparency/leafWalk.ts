/** The tree as the stored entries make it, byte for byte: what the tiles say of them is not believed. @module */
import { sameBytes } from '@assay/core/encoding/sameBytes';
import type { TreeHead } from '@assay/core/transparency/checkProof';
import { Frontier } from '@assay/core/transparency/frontier';
import { leafHash } from '@assay/core/transparency/merkleTree';
import { TILE_WIDTH } from '@assay/core/transparency/tiles';
import { LogForked } from './logForked.ts';
import type { LogTree, StoredLeaf } from '../ports/ledger/transparencyKeeping.ts';

/** Entries of one question: about a megabyte. */
const BATCH = 4096;

/**
 * Goes along the entries once, from the first on, and keeps only the edge of the tree; then a few of the old ones are
 * looked at in each run, so that every entry is read again in time, however long the process lives.
 */
export class LeafWalk {
  readonly #tree: Pick<LogTree, 'leaves' | 'tile'>;
  readonly #see: (leaf: StoredLeaf) => void;
  #frontier = new Frontier();
  #again = 0;

  /** @param see is told of each entry on the way */
  constructor(tree: Pick<LogTree, 'leaves' | 'tile'>, see: (leaf: StoredLeaf) => void = () => {}) {
    this.#tree = tree;
    this.#see = see;
  }

  get size(): number {
    return this.#frontier.size;
  }

  /** Begins anew: whoever mends a log is believed only after all of it was read. */
  forget(): void {
    this.#frontier = new Frontier();
  }

  /**
   * Goes on to `size` entries. @throws {LogForked} if one is missing
   * @returns the head that the entries have there
   */
  async to(size: number): Promise<TreeHead> {
    while (this.#frontier.size < size) {
      const from = this.#frontier.size;
      const leaves = await this.#tree.leaves(from, Math.min(BATCH, size - from));
      for (const leaf of leaves) {
        if (leaf.index !== this.#frontier.size) break;
        this.#frontier.push(leafHash(leaf.entry));
        this.#see(leaf);
      }
      if (this.#frontier.size < from + Math.min(BATCH, size - from))
        throw new LogForked(`Entry ${this.#frontier.size} of the transparency log is missing: it was removed.`);
    }
    return this.#frontier.head();
  }

  /** The next 256 of the entries so far, against their tile. @throws {LogForked} if one is not what was hashed */
  async lookAgain(): Promise<void> {
    if (this.#again * TILE_WIDTH >= this.#frontier.size) this.#again = 0;
    const start = this.#again * TILE_WIDTH;
    const count = Math.min(TILE_WIDTH, this.#frontier.size - start);
    if (count === 0) return;
    const leaves = await this.#tree.leaves(start, count);
    const tile = await this.#tree.tile(0, this.#again);
    for (let at = 0; at < count; at++) {
      const leaf = leaves[at];
      if (leaf?.index !== start + at)
        throw new LogForked(`Entry ${start + at} of the transparency log is missing: it was removed.`);
      const hash = leafHash(leaf.entry);
      if (!sameBytes(hash, tile?.subarray(at * hash.length, (at + 1) * hash.length) ?? new Uint8Array()))
        throw new LogForked(`Entry ${start + at} of the transparency log is not what was signed: it was changed.`);
    }
    this.#again += 1;
  }
}
