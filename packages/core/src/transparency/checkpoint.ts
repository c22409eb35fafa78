/**
 * A checkpoint is a signed note whose text says how long a log is and what its root is:
 *
 *     <origin>\n<size, decimal>\n<base64(root hash)>\n
 *
 * Source: C2SP tlog-checkpoint, c2sp.org/tlog-checkpoint. We write no extension lines and accept those of others.
 * @module
 */
import { base64OfBytes, bytesOfBase64 } from '../encoding/base64.ts';
import type { TreeHead } from './checkProof.ts';
import { HASH_BYTES } from './merkleTree.ts';
import { type CheckEd25519, isSignedBy, type NoteKey, readNote } from './signedNote.ts';

export interface Checkpoint extends TreeHead {
  /** Names the log, for ever. */
  readonly origin: string;
}

export const checkpointText = ({ origin, size, rootHash }: Checkpoint): string =>
  `${origin}\n${size}\n${base64OfBytes(rootHash)}\n`;

/** Null if the text of a note is not that of a checkpoint. */
export function readCheckpointText(text: string): Checkpoint | null {
  const [origin, size, root, ...more] = text.split('\n');
  if (!origin || size === undefined || root === undefined || more.at(-1) !== '') return null;
  const rootHash = bytesOfBase64(root);
  const isSize = /^(?:0|[1-9]\d{0,15})$/.test(size) && Number.isSafeInteger(Number(size));
  if (!isSize || rootHash?.length !== HASH_BYTES || more.slice(0, -1).includes('')) return null;
  return { origin, size: Number(size), rootHash };
}

/** What a signed checkpoint says; null unless this key signed it and the origin is the key's name. */
export function openCheckpoint(note: string, key: NoteKey, check: CheckEd25519): Checkpoint | null {
  const read = readNote(note);
  if (!read || !isSignedBy(read, key, check)) return null;
  const checkpoint = readCheckpointText(read.text);
  return checkpoint?.origin === key.name ? checkpoint : null;
}
