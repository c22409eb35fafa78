/**
 * What a log sends to a witness and what comes back, as text:
 *
 *     old <size>\n<base64 hash>\n ... \n\n<checkpoint>            ->  lines of a note
 *
 * Source: C2SP tlog-witness, c2sp.org/tlog-witness, section add-checkpoint.
 * @module
 */
import { base64OfBytes, bytesOfBase64 } from '../encoding/base64.ts';
import { HASH_BYTES } from './merkleTree.ts';

/** More lines a client must not send. */
const HASHES_MAX = 63;

export interface AddCheckpoint {
  /** Entries of the checkpoint that the witness knows. */
  readonly oldSize: number;
  /** That the new one continues it, 32 bytes each; RFC 6962, 2.1.2. */
  readonly proof: readonly Uint8Array[];
  /** The signed note, letter for letter. */
  readonly checkpoint: string;
}

/** @throws {RangeError} if the proof is too long for any log */
export function addCheckpointText({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  if (proof.length > HASHES_MAX) throw new RangeError(`a proof of ${proof.length} hashes is too long`);
  return [`old ${oldSize}`, ...proof.map(base64OfBytes), '', checkpoint].join('\n');
}

/** Null for what has not this form. */
export function readAddCheckpoint(text: string): AddCheckpoint | null {
  const gap = text.indexOf('\n\n');
  if (gap < 0) return null;
  const [first = '', ...lines] = text.slice(0, gap).split('\n');
  const oldSize = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1];
  if (oldSize === undefined || lines.length > HASHES_MAX) return null;
  const proof = lines.map(bytesOfBase64);
  if (!proof.every((hash): hash is Uint8Array => hash?.length === HASH_BYTES)) return null;
  return { oldSize: Number(oldSize), proof, checkpoint: text.slice(gap + 2) };
}

/** The size in the body of a 409; null for anything else. */
export function readWitnessedSize(text: string): number | null {
  const size = Number(/^(0|[1-9]\d{0,15})\n$/.exec(text)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(size) ? size : null;
}
