/**
 * The proof of a commitment, taken apart into claims that each hold or do not. Everything but Ed25519 is decided here;
 * signatures come out as bytes, for whatever the platform checks them with.
 *
 *     organization   signature of the organization's key over the payload
 *     transaction    one memo with hash and signature, signed by its payer
 *     checkpoint     signed by the log's key
 *     inclusion      the way from this commitment's entry to the checkpoint's root
 *
 * What comes in is a stranger's: whatever is malformed is a claim that does not hold, or no receipt at all.
 * Source: docs/spec/commitment.md, section Proof; docs/spec/transparency-log.md, section Proof.
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import { bytesOfBase64 } from '../encoding/base64.ts';
import { sameBytes } from '../encoding/sameBytes.ts';
import { isIncluded } from '../transparency/checkProof.ts';
import { readCheckpointText } from '../transparency/checkpoint.ts';
import { commitmentEntry } from '../transparency/logEntry.ts';
import { leafHash } from '../transparency/merkleTree.ts';
import { cosignatureOf, readWitnessKey } from '../transparency/cosignature.ts';
import { type NoteKey, readNote, readVerifierKey, type SignedNote, signaturesOf } from '../transparency/signedNote.ts';
import { memoText } from './memo.ts';
import { type CommitmentPayload, readPayload, sha256Hex } from './payload.ts';
import { readMemoTransaction } from './transaction.ts';

/** `proof` of `GET /v1/blockchain/verify/{tx_hash}`, decoded. */
export interface Receipt {
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
  /** As it travels. */
  readonly transaction: Uint8Array | null;
  readonly inclusion: ReceiptInclusion | null;
}

export interface ReceiptInclusion {
  readonly checkpoint: string;
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** As the receipt says; whoever knows better says so in `Known`. */
  readonly logKey: string;
}

/** What the reader knows from elsewhere. Without it a receipt only fits together. */
export interface Known {
  /** Raw Ed25519 key of the organization. */
  readonly publicKey?: Uint8Array;
  /** Verifier key of the log. */
  readonly logKey?: string;
  /** Verifier keys of witnesses, of which `witnessesMin` must have cosigned the checkpoint; default all of them. */
  readonly witnesses?: readonly string[];
  readonly witnessesMin?: number;
  /** SHA-256 of the picture in question, 64 lower-case hex characters. */
  readonly pictureHash?: string;
  /** Name of the transaction that was found on the chain, base58. */
  readonly txHash?: string;
}

export interface Signed {
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

export interface Claim {
  /** A sentence for people. */
  readonly says: string;
  /** What could be decided without checking signatures. */
  readonly holds: boolean;
  /** Of these at least `needed` must hold as well, by different keys; default all of them. */
  readonly signed: readonly Signed[];
  readonly needed?: number;
}

export interface ReadReceipt {
  readonly claims: readonly Claim[];
  /** Null if the payload is none. */
  readonly payload: CommitmentPayload | null;
  readonly commitmentHash: string;
  /** Null without a transaction. */
  readonly txHash: string | null;
  /** What a whole receipt has and this one does not: the service had not got that far. */
  readonly missing: readonly ('transaction' | 'inclusion')[];
}

const claim = (says: string, holds: boolean, signed: readonly Signed[] = []): Claim => ({ says, holds, signed });

/** Takes a receipt apart. Never throws. */
export function readReceipt(receipt: Receipt, known: Known = {}): ReadReceipt {
  const { payload, signature, publicKey, transaction, inclusion } = receipt;
  const facts = readPayload(payload);
  const commitmentHash = sha256Hex(payload);
  const claims = [
    claim(`the payload with the hash ${commitmentHash} is one of version 1`, facts !== null),
    claim("the organization's key signed it", true, [{ publicKey, message: payload, signature }]),
  ];
  if (known.publicKey) claims.push(claim('that key is the one you know', sameBytes(known.publicKey, publicKey)));
  if (known.pictureHash !== undefined) {
    const named = [facts?.content_hash, facts?.watermarked_content_hash];
    claims.push(claim('the payload names this picture', named.includes(known.pictureHash)));
  }
  const read = transaction && readMemoTransaction(transaction);
  if (transaction) {
    const memo = utf8ToBytes(memoText({ commitmentHash, signature: base64urlnopad.encode(signature) }));
    const holdsMemo = read?.memo != null && sameBytes(read.memo, memo);
    const signed = read ? [{ publicKey: read.payer, message: read.message, signature: read.signature }] : [];
    claims.push(claim('the transaction holds hash and signature, and its payer signed it', holdsMemo, signed));
    if (known.txHash !== undefined) claims.push(claim(`its name is ${known.txHash}`, read?.txHash === known.txHash));
  }
  if (inclusion) claims.push(...inclusionClaims(receipt, inclusion, commitmentHash, known));
  if (known.witnesses !== undefined)
    claims.push(witnessClaim(inclusion && readNote(inclusion.checkpoint), known.witnesses, known.witnessesMin));
  const missing = [...(transaction ? [] : ['transaction' as const]), ...(inclusion ? [] : ['inclusion' as const])];
  return { claims, payload: facts, commitmentHash, txHash: read?.txHash ?? null, missing };
}

function inclusionClaims(
  { publicKey, signature }: Receipt,
  { checkpoint, index, hashes, logKey }: ReceiptInclusion,
  commitmentHash: string,
  known: Known,
): Claim[] {
  const key = readVerifierKey(known.logKey ?? logKey);
  const note = readNote(checkpoint);
  const head = note && readCheckpointText(note.text);
  const name = head ? `the log ${head.origin} signed its first ${head.size} entries` : 'the log signed a checkpoint';
  const signed =
    note && key
      ? signaturesOf(note, key).map((given) => ({
          publicKey: key.publicKey,
          message: utf8ToBytes(note.text),
          signature: given,
        }))
      : [];
  const leaf = leafHash(commitmentEntry({ commitmentHash, publicKey, signature }));
  return [
    claim(name, head !== null && key?.name === head.origin && signed.length > 0, signed),
    claim(
      `entry ${index} of them is this commitment`,
      head !== null && isIncluded({ index, leaf, proof: hashes }, head),
    ),
  ];
}

/** Each key counts once, under whatever names it is given. */
function witnessClaim(note: SignedNote | null, texts: readonly string[], min = texts.length): Claim {
  const keys = texts.map(readWitnessKey);
  const known = keys.filter((key): key is NoteKey => key !== null);
  const byKey = new Map(known.map((key) => [key.publicKey.join(), key]));
  const signed: Signed[] = [];
  for (const { name, publicKey } of byKey.values()) {
    const found = note && cosignatureOf(note, { name, publicKey });
    if (found) signed.push({ publicKey, message: found.message, signature: found.signature });
  }
  const says = `at least ${min} of ${texts.length} witnesses cosigned the checkpoint`;
  return { ...claim(says, known.length === texts.length && signed.length >= min, signed), needed: min };
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bytesOf = (value: unknown): Uint8Array | null => (typeof value === 'string' ? bytesOfBase64(value) : null);

/**
 * A receipt from the JSON of the service: its answer or the `proof` of it.
 * @returns null for what has not that form
 */
export function receiptOfJson(value: unknown): Receipt | null {
  if (!isMembers(value)) return null;
  const proof = isMembers(value.proof) ? value.proof : value;
  const [payload, signature, publicKey] = [proof.payload, proof.signature, proof.public_key].map(bytesOf);
  const transaction = proof.transaction == null ? null : bytesOf(proof.transaction);
  if (!payload || !signature || !publicKey || (proof.transaction != null && !transaction)) return null;
  const inclusion = proof.inclusion == null ? null : inclusionOf(proof.inclusion);
  if (proof.inclusion != null && !inclusion) return null;
  return { payload, signature, publicKey, transaction: transaction ?? null, inclusion };
}

function inclusionOf(value: unknown): ReceiptInclusion | null {
  if (!isMembers(value) || !Array.isArray(value.hashes)) return null;
  const { checkpoint, index, log_key: logKey } = value;
  const hashes = value.hashes.map(bytesOf);
  if (typeof checkpoint !== 'string' || typeof logKey !== 'string' || typeof index !== 'number') return null;
  return hashes.every((hash) => hash !== null) ? { checkpoint, index, hashes, logKey } : null;
}
