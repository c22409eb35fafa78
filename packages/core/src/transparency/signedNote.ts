/**
 * Signed notes: a text, an empty line, and one line for each signature:
 *
 *     — <key name> base64(key id || signature)
 *     key id = SHA-256(key name || 0x0A || 0x01 || public key)[0:4]        (0x01: Ed25519)
 *
 * Signing and checking are the caller's, since they need a key or a platform.
 * Source: C2SP signed-note, c2sp.org/signed-note; the verifier key is that of golang.org/x/mod/sumdb/note.
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64OfBytes, bytesOfBase64 } from '../encoding/base64.ts';

/** Types of keys. */
export const ED25519 = 0x01;
export const ED25519_COSIGNATURE = 0x04;
const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const EM_DASH = '\u2014';
/** A verifier must take at least 16; more is somebody wasting its time. */
const SIGNATURES_MAX = 32;

export interface NoteKey {
  /** Without spaces and plus. */
  readonly name: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

export interface NoteSignature {
  readonly name: string;
  /** 4 bytes. */
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

export interface SignedNote {
  /** Ends with a line break; exactly what was signed, as UTF-8. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Is the signature the key's over the message? */
export type CheckEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

export const isKeyName = (name: string): boolean => name !== '' && !/[\s+\p{Cc}\p{Cs}]/u.test(name);

/** 4 bytes. */
export const keyIdOf = ({ name, publicKey }: NoteKey, type: number = ED25519): Uint8Array =>
  sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, KEY_ID_BYTES);

/** `<name>+<key id, 8 hex>+<base64(type || public key)>`: all that a verifier has to know of a log, or of a witness. */
export const verifierKey = (key: NoteKey, type: number = ED25519): string =>
  `${key.name}+${bytesToHex(keyIdOf(key, type))}+${base64OfBytes(concatBytes(Uint8Array.of(type), key.publicKey))}`;

/** What `verifierKey` writes, read back; null for anything else, and for another type of key than Ed25519. */
export const readVerifierKey = (text: string): NoteKey | null => readKeyOfType(text, ED25519);

/** The same for keys of another type. */
export function readKeyOfType(text: string, type: number): NoteKey | null {
  // base64 may hold a plus too, so only the first two part it.
  const found = /^([^+]+)\+[0-9a-f]{8}\+(.+)$/.exec(text);
  const blob = found && bytesOfBase64(found[2] as string);
  if (!found || !blob || blob.length !== 1 + PUBLIC_KEY_BYTES || blob[0] !== type) return null;
  const key = { name: found[1] as string, publicKey: blob.slice(1) };
  return isKeyName(key.name) && verifierKey(key, type) === text ? key : null;
}

/** @throws {RangeError} if the text is no text of a note or the name no name of a key */
export function signNote(text: string, key: NoteKey, sign: (message: Uint8Array) => Uint8Array): string {
  if (!text.endsWith('\n') || hasControls(text)) throw new RangeError('the text of a note is lines of plain text');
  if (!isKeyName(key.name)) throw new RangeError(`"${key.name}" cannot be the name of a key`);
  return `${text}\n${noteLine(key, ED25519, sign(utf8ToBytes(text)))}\n`;
}

/** One signature, without its line break. */
export const noteLine = (key: NoteKey, type: number, signature: Uint8Array): string =>
  `${EM_DASH} ${key.name} ${base64OfBytes(concatBytes(keyIdOf(key, type), signature))}`;

const hasControls = (text: string): boolean => /[^\P{Cc}\n]/u.test(text) || /\p{Cs}/u.test(text);

/** Null for what is no signed note. Nothing is checked yet. */
export function readNote(note: string): SignedNote | null {
  if (hasControls(note)) return null;
  const at = note.lastIndexOf('\n\n');
  if (at < 0 || !note.endsWith('\n')) return null;
  const lines = note.slice(at + 2, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) return null;
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const [dash, name, blob, ...more] = line.split(' ');
    if (dash !== EM_DASH || name === undefined || blob === undefined || more.length > 0) return null;
    const bytes = bytesOfBase64(blob);
    if (!isKeyName(name) || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
    signatures.push({ name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) });
  }
  return { text: note.slice(0, at + 1), signatures };
}

/** The signatures that name this key; whether they hold is another question. */
export function signaturesOf(note: SignedNote, key: NoteKey, type: number = ED25519): readonly Uint8Array[] {
  const id = bytesToHex(keyIdOf(key, type));
  return note.signatures
    .filter(({ name, keyId }) => name === key.name && bytesToHex(keyId) === id)
    .map(({ signature }) => signature);
}

/** Signed by this key? Signatures of other keys are not looked at; one of this key that does not hold spoils the note. */
export function isSignedBy(note: SignedNote, key: NoteKey, check: CheckEd25519): boolean {
  const own = signaturesOf(note, key);
  const message = utf8ToBytes(note.text);
  return (
    own.length > 0 &&
    own.every((signature) => signature.length === SIGNATURE_BYTES && check(key.publicKey, message, signature))
  );
}
