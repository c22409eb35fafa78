/**
 * What a commitment writes on the ledger, one memo:
 *
 *     assay:c1:<commitment_hash, 64 hex>:<signature, 64 bytes in base64url without padding>
 *
 * ASCII, 160 characters. The hash names the payload without telling it; the signature shows, once the payload is
 * published, that the organization had signed it before the block was made, whatever became of its key since.
 * Source: docs/spec/commitment.md.
 * @module
 */

export interface CommitmentMemo {
  /** 64 lower-case hex characters. */
  readonly commitmentHash: string;
  /** 86 characters. */
  readonly signature: string;
}

const MEMO = /^assay:c1:([0-9a-f]{64}):([A-Za-z0-9_-]{86})$/;

export const memoText = ({ commitmentHash, signature }: CommitmentMemo): string =>
  `assay:c1:${commitmentHash}:${signature}`;

/** Null for every other text. */
export function readMemo(text: string): CommitmentMemo | null {
  const found = MEMO.exec(text);
  return found ? { commitmentHash: found[1] as string, signature: found[2] as string } : null;
}
