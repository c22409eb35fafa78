/**
 * A proof in one text that needs neither the log nor a network:
 *
 *     c2sp.org/tlog-proof@v1\nindex <n>\n<base64 hash>\n ... \n<checkpoint>
 *
 * Source: C2SP tlog-proof, c2sp.org/tlog-proof. We write no extra data; those of others are passed over.
 * @module
 */
import { base64OfBytes, bytesOfBase64 } from '../encoding/base64.ts';
import { isIncluded } from './checkProof.ts';
import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { HASH_BYTES, leafHash } from './merkleTree.ts';
import type { CheckEd25519, NoteKey } from './signedNote.ts';

const HEAD = 'c2sp.org/tlog-proof@v1';
/** A tree that JavaScript can count is at most 53 levels high. */
const HASHES_MAX = 53;

export interface TlogProof {
  /** Place of the entry, from 0. */
  readonly index: number;
  /** From the sibling of the leaf to the child of the root, 32 bytes each. */
  readonly hashes: readonly Uint8Array[];
  /** The signed note, letter for letter. */
  readonly checkpoint: string;
}

export const tlogProofText = ({ index, hashes, checkpoint }: TlogProof): string =>
  [HEAD, `index ${index}`, ...hashes.map(base64OfBytes), '', checkpoint].join('\n');

/** Null for what has not this form. Nothing is checked yet. */
export function readTlogProof(text: string): TlogProof | null {
  const gap = text.indexOf('\n\n');
  if (gap < 0) return null;
  const [head, ...lines] = text.slice(0, gap).split('\n');
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '')?.[1];
  if (head !== HEAD || index === undefined || lines.length > HASHES_MAX) return null;
  const hashes = lines.map(bytesOfBase64);
  if (!hashes.every((hash): hash is Uint8Array => hash?.length === HASH_BYTES)) return null;
  return { index: Number(index), hashes, checkpoint: text.slice(gap + 2) };
}

/** The checkpoint that covers the entry; null unless all of the proof holds. */
export function checkTlogProof(
  proof: TlogProof,
  entry: Uint8Array,
  key: NoteKey,
  check: CheckEd25519,
): Checkpoint | null {
  const checkpoint = openCheckpoint(proof.checkpoint, key, check);
  if (!checkpoint) return null;
  const { index, hashes } = proof;
  return isIncluded({ index, leaf: leafHash(entry), proof: hashes }, checkpoint) ? checkpoint : null;
}
