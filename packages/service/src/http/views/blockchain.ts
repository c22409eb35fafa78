/** Commitments as JSON. @module */
import type { z } from 'zod';
import type { CheckedTransaction, Proof } from '../../app/ledger/checkTransaction.ts';
import type { Commitment } from '../../app/ports/ledger/commitments.ts';
import type { Ledger } from '../../app/ports/ledger/ledger.ts';
import type {
  CheckedBody,
  CommitmentBody,
  CommittedBody,
  OwnCommitmentBody,
  ProofBody,
} from '../schemas/ledger/blockchain.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;
const kindOf = ({ isEmbedded }: { readonly isEmbedded: boolean }): 'embedded' | 'solana' =>
  isEmbedded ? 'embedded' : 'solana';

/** Of a commitment on a public chain, also while the service has another ledger now. */
const explorerOf = ({ txHash, isEmbedded }: Commitment, ledger: Ledger): string | null =>
  txHash === null || isEmbedded ? null : ledger.explorerUrl(txHash);

export const commitmentView = (commitment: Commitment): z.output<typeof CommitmentBody> => ({
  commitment_id: commitment.id,
  asset_id: commitment.assetId,
  tx_hash: commitment.txHash,
  commitment_hash: commitment.hash,
  on_chain_at: timeOf(commitment.confirmedAt),
  confirmation_status: commitment.status,
  verified: commitment.verified,
  ledger: kindOf(commitment),
});

export const committedView = (commitment: Commitment, ledger: Ledger): z.output<typeof CommittedBody> => ({
  commitment_id: commitment.id,
  asset_id: commitment.assetId,
  tx_hash: commitment.txHash,
  signature: base64(commitment.signature),
  commitment_hash: commitment.hash,
  on_chain_at: timeOf(commitment.confirmedAt),
  confirmation_status: commitment.status,
  blockchain_network: commitment.network,
  ledger: kindOf(commitment),
  explorer_url: explorerOf(commitment, ledger),
});

export const ownCommitmentView = (commitment: Commitment, ledger: Ledger): z.output<typeof OwnCommitmentBody> => ({
  ...commitmentView(commitment),
  organization_id: commitment.organizationId,
  signature: base64(commitment.signature),
  blockchain_network: commitment.network,
  block_height: commitment.blockHeight,
  verified_at: timeOf(commitment.verifiedAt),
  explorer_url: explorerOf(commitment, ledger),
  metadata: commitment.metadata,
  attempts: commitment.attempts,
  last_error: commitment.lastError,
  created_at: commitment.createdAt.toISOString(),
});

export const checkedView = (checked: CheckedTransaction): z.output<typeof CheckedBody> => ({
  tx_hash: checked.txHash,
  network: checked.network,
  ledger: kindOf(checked),
  on_chain: checked.onChain,
  commitment_found: checked.commitment !== null,
  commitment_id: checked.commitment?.id ?? null,
  asset_id: checked.commitment?.assetId ?? null,
  commitment_hash: checked.commitment?.hash ?? null,
  on_chain_hash: checked.onChainHash,
  hash_match: checked.hashMatch,
  signature_valid: checked.signatureValid,
  public_key: checked.publicKey && base64(checked.publicKey),
  confirmation_status: checked.commitment?.status ?? null,
  block_height: checked.blockHeight,
  on_chain_at: timeOf(checked.onChainAt),
  verified: checked.verified,
  reason: checked.reason,
  verified_at: checked.verifiedAt.toISOString(),
  explorer_url: checked.isEmbedded ? null : checked.explorerUrl,
  proof: checked.proof && proofView(checked.proof),
});

export const proofView = (proof: Proof): z.output<typeof ProofBody> => ({
  payload: base64(proof.payload),
  signature: base64(proof.signature),
  public_key: base64(proof.publicKey),
  transaction: proof.transaction && base64(proof.transaction),
  inclusion: proof.inclusion && {
    checkpoint: proof.inclusion.proof.checkpoint.note,
    index: proof.inclusion.proof.index,
    hashes: proof.inclusion.proof.hashes.map(base64),
    log_key: proof.inclusion.log.verifierKey,
  },
});
