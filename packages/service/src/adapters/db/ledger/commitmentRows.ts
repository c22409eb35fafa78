/** Between rows of `commitments` and what use cases see. @module */
import type { Commitment, SignedFor } from '../../../app/ports/ledger/commitments.ts';
import { commitments } from '../schema/ledger.ts';

export type CommitmentRow = typeof commitments.$inferSelect;

export const commitmentOf = (row: CommitmentRow): Commitment => ({
  id: row.id,
  assetId: row.assetId,
  organizationId: row.organizationId,
  hash: row.commitmentHash,
  payload: row.commitmentPayload,
  signature: row.signature,
  keyVersion: row.keyVersion,
  metadata: row.metadata,
  network: row.blockchainNetwork,
  isEmbedded: row.isEmbeddedLedger,
  ledgerId: row.ledgerId,
  txHash: row.txHash,
  txBytes: row.txBytes,
  lastValidBlockHeight: row.lastValidBlockHeight,
  signedSlot: row.signedSlot,
  status: row.confirmationStatus,
  blockHeight: row.blockHeight,
  confirmedAt: row.confirmedAt,
  verified: row.verified,
  verifiedAt: row.verifiedAt,
  attempts: row.attempts,
  lastError: row.lastError,
  createdAt: row.createdAt,
});

export const signedColumns = ({ txHash, bytes, lastValidBlockHeight, signedSlot, ledgerId }: SignedFor) => ({
  txHash,
  txBytes: bytes,
  lastValidBlockHeight,
  signedSlot,
  ledgerId,
});
