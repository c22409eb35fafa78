/** Blocks and CAR files as bytes: what content addressing needs of hashes and encodings. @module */
import type { UnixfsDag } from './content.ts';

export interface Blocks {
  /** All blocks of the file that these bytes are. */
  dagOf(bytes: Uint8Array): Promise<UnixfsDag>;
  /** CIDv1, base32, of a CID in any version and base that IPFS writes; null if it is none. */
  canonicalCid(text: string): string | null;
  /** Whether the bytes are those that the CID names. */
  isBlockOf(cid: string, bytes: Uint8Array): boolean;
  /** The beginning of a CAR file with this root. */
  carHeader(root: string): Uint8Array;
  /** One block as a CAR file holds it. */
  carBlock(cid: string, bytes: Uint8Array): Uint8Array;
}
