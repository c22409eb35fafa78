/** Does the ledger hold what was committed? @module */
import { type CommitmentMemo, memoText } from '@assay/core/commitment/memo';
import { sameBytes } from '@assay/core/encoding/sameBytes';
import type { Commitment } from '../ports/ledger/commitments.ts';
import type { RecordedTransaction } from '../ports/ledger/ledger.ts';

/** The memo of a commitment. */
export const memoOf = ({ hash, signature }: Pick<Commitment, 'hash' | 'signature'>): string =>
  memoText({ commitmentHash: hash, signature: base64urlOf(signature) } satisfies CommitmentMemo);

const base64urlOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Null if it does; else what is wrong, in a sentence. */
export function contradiction(
  commitment: Pick<Commitment, 'hash' | 'signature' | 'txBytes'>,
  recorded: RecordedTransaction,
): string | null {
  if (recorded.failed !== null) return `The ledger holds the transaction as failed: ${recorded.failed}`;
  if (recorded.memo !== memoOf(commitment))
    return 'The ledger holds another hash or another signature than this commitment.';
  if (commitment.txBytes !== null && !sameBytes(commitment.txBytes, recorded.bytes))
    return 'The ledger holds another transaction than the one that was signed.';
  return null;
}
