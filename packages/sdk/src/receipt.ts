/**
 * Proofs of commitments, checked offline: no server is asked, and none is trusted.
 *
 *     const checked = await client.checkTransaction(txHash);   // or a file that was kept for years
 *     const verified = await verifyReceipt(checked, { picture: file, logKey: 'log.example/tlog+...' });
 *
 * @module
 */
import type { CommitmentPayload } from '@assay/core/commitment/payload';
import { type Claim, readReceipt, receiptOfJson } from '@assay/core/commitment/receipt';
import { bytesOfBase64 } from '@assay/core/encoding/base64';
import { isSigned, plain } from './signed.ts';

export type { CommitmentPayload } from '@assay/core/commitment/payload';

/** What you know from elsewhere. A proof that brings its own keys shows only that it fits together. */
export interface KnownFacts {
  /** Raw Ed25519 key of the organization in base64, as `public_key` of the proof. */
  readonly publicKey?: string;
  /** Verifier key of the log: `verifier_key` of `GET /v1/transparency`, kept elsewhere. */
  readonly logKey?: string;
  /** Verifier keys of witnesses that you trust; `witnessesMin` of them must have cosigned the checkpoint. */
  readonly witnesses?: readonly string[];
  /** Default: all of them. */
  readonly witnessesMin?: number;
  /** The picture that the proof shall speak of, as it was uploaded or delivered. */
  readonly picture?: Blob | Uint8Array;
  /** Name of the transaction that you found on a public chain. */
  readonly txHash?: string;
}

export interface VerifiedClaim {
  readonly says: string;
  readonly holds: boolean;
}

export interface VerifiedReceipt {
  /** Every claim holds. */
  readonly holds: boolean;
  /** Parts that a whole proof has: without them it was asked for too early. */
  readonly missing: readonly ('transaction' | 'inclusion')[];
  readonly claims: readonly VerifiedClaim[];
  /** What was committed to; null if it cannot be read. */
  readonly payload: CommitmentPayload | null;
  readonly commitmentHash: string;
  /** Look it up on the chain, if that is a public one; null without a transaction. */
  readonly txHash: string | null;
}

/**
 * @param receipt the answer of `checkTransaction`, its `proof`, or either of them parsed from a file
 * @throws {TypeError} if it is no proof at all, or what you know is none of its kind
 */
export async function verifyReceipt(receipt: unknown, known: KnownFacts = {}): Promise<VerifiedReceipt> {
  // Undefined in pages that came over plain http from another host.
  if ((crypto as Partial<Crypto>).subtle === undefined)
    throw new Error('WebCrypto is missing here: proofs are checked in Node, or in pages served over https');
  const read = receiptOfJson(receipt);
  if (!read) throw new TypeError('this is no proof of a commitment: payload, signature and public_key are needed');
  const { logKey, txHash, witnesses, witnessesMin } = known;
  const result = readReceipt(read, {
    ...(known.publicKey === undefined ? {} : { publicKey: keyOf(known.publicKey) }),
    ...(logKey === undefined ? {} : { logKey }),
    ...(known.picture === undefined ? {} : { pictureHash: await sha256Of(known.picture) }),
    ...(txHash === undefined ? {} : { txHash }),
    ...(witnesses === undefined ? {} : { witnesses }),
    ...(witnessesMin === undefined ? {} : { witnessesMin }),
  });
  const claims = await Promise.all(result.claims.map(checked));
  const { missing, payload, commitmentHash } = result;
  return {
    holds: claims.every(({ holds }) => holds),
    missing,
    claims,
    payload,
    commitmentHash,
    txHash: result.txHash,
  };
}

function keyOf(text: string): Uint8Array {
  const key = bytesOfBase64(text);
  if (key?.length !== 32) throw new TypeError('publicKey must be 32 bytes in base64');
  return key;
}

async function checked({ says, holds, signed, needed = signed.length }: Claim): Promise<VerifiedClaim> {
  let count = 0;
  for (const one of signed) if (await isSigned(one)) count += 1;
  return { says, holds: holds && count >= needed };
}

async function sha256Of(picture: Blob | Uint8Array): Promise<string> {
  const bytes = picture instanceof Uint8Array ? plain(picture) : await picture.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
