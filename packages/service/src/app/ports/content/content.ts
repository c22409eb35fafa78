/** Content-addressed reading of files that their owner made public, and pins of them. @module */
import type { FileVariant } from '../runtime/runtime.ts';

/** `plain`: the file itself. `sealed`: the encrypted bytes as they are stored, all that a pin may hold of such an asset. */
export type PublishedForm = 'plain' | 'sealed';

/** One block of a UnixFS file. A leaf is the bytes `start` to `start + length - 1` of the file themselves. */
export interface DagBlock {
  /** CIDv1, base32. */
  readonly cid: string;
  /** First byte of the file below this block. */
  readonly start: number;
  /** Bytes of the file below this block. */
  readonly length: number;
  /** The dag-pb node; null for a leaf. */
  readonly node: Uint8Array | null;
}

/** A whole UnixFS file; `blocks` in depth-first order, the root first. */
export interface UnixfsDag {
  readonly rootCid: string;
  readonly sizeBytes: number;
  readonly blocks: readonly DagBlock[];
}

export interface PublishedFile {
  readonly id: string;
  readonly assetId: string;
  readonly variant: FileVariant;
  readonly form: PublishedForm;
  readonly rootCid: string;
  readonly sizeBytes: number;
  readonly createdAt: Date;
}

/** A block and where it lies. */
export interface FoundBlock {
  readonly file: PublishedFile;
  /** Its place in the depth-first order of the file. */
  readonly ordinal: number;
  readonly block: DagBlock;
}

export interface PublishedContent {
  /** Replaces what was published of the same variant and form. */
  publish(file: PublishedFile, dag: UnixfsDag): Promise<void>;
  /** Nothing happens if nothing is published. */
  withdraw(assetId: string): Promise<void>;
  list(assetId: string): Promise<readonly PublishedFile[]>;
  /** Of a live, not withdrawn asset. Null if no public file has such a block. */
  find(cid: string): Promise<FoundBlock | null>;
  /** The block and all below it, in depth-first order. */
  below(found: FoundBlock): Promise<readonly DagBlock[]>;
}
