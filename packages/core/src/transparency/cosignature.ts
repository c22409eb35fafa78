/**
 * What a witness says of a checkpoint: that at a time it was the largest one it knew of its log, and continued every one
 * before it. A cosignature is a further line of the note:
 *
 *     key id    = SHA-256(name || 0x0A || 0x04 || public key)[0:4]
 *     signature = time, 8 bytes big-endian || Ed25519 over "cosignature/v1\ntime <time>\n" || text of the note
 *
 * Source: C2SP tlog-cosignature, c2sp.org/tlog-cosignature, the type of Ed25519. Other types are passed over.
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type CheckEd25519,
  ED25519_COSIGNATURE,
  type NoteKey,
  noteLine,
  readKeyOfType,
  type SignedNote,
  signaturesOf,
} from './signedNote.ts';

const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

export interface Cosignature {
  /** Seconds since 1970. */
  readonly time: number;
  /** 64 bytes, over `message`. */
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
}

/** What the witness signs. @param text of the note, with its last line break @param time seconds since 1970 */
export const cosignatureMessage = (text: string, time: number): Uint8Array =>
  utf8ToBytes(`cosignature/v1\ntime ${time}\n${text}`);

/** Null for what is no verifier key of a witness. Its type is 0x04. */
export const readWitnessKey = (text: string): NoteKey | null => readKeyOfType(text, ED25519_COSIGNATURE);

/** The first one of this witness on the note; null if there is none that has the form of one. Nothing is checked yet. */
export function cosignatureOf(note: SignedNote, witness: NoteKey): Cosignature | null {
  const [bytes] = signaturesOf(note, witness, ED25519_COSIGNATURE);
  if (bytes?.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  // Zero says nothing of a time; what JavaScript cannot count is no time either.
  if (time === 0 || !Number.isSafeInteger(time)) return null;
  return { time, signature: bytes.slice(TIME_BYTES), message: cosignatureMessage(note.text, time) };
}

/** The one of this witness that holds; null if there is none. */
export function checkedCosignature(note: SignedNote, witness: NoteKey, check: CheckEd25519): Cosignature | null {
  const found = cosignatureOf(note, witness);
  return found && check(witness.publicKey, found.message, found.signature) ? found : null;
}

/** The line that a witness adds, without its line break. @param time seconds since 1970 */
export function cosignatureLine(
  text: string,
  witness: NoteKey,
  time: number,
  sign: (message: Uint8Array) => Uint8Array,
): string {
  const stamp = new Uint8Array(TIME_BYTES);
  new DataView(stamp.buffer).setBigUint64(0, BigInt(time));
  return noteLine(witness, ED25519_COSIGNATURE, concatBytes(stamp, sign(cosignatureMessage(text, time))));
}

/** Those of the witnesses that cosigned the note; each key counts once, whatever its name. */
export function witnessesOf(note: SignedNote, witnesses: readonly NoteKey[], check: CheckEd25519): NoteKey[] {
  const held = new Map<string, NoteKey>();
  for (const witness of witnesses)
    if (checkedCosignature(note, witness, check)) held.set(witness.publicKey.join(), witness);
  return [...held.values()];
}
