/** What is known of a transaction, asked of the ledger now, with all that anyone needs to check it again. @module */
import { readMemo } from '@assay/core/commitment/memo';
import { sha256Hex } from '@assay/core/commitment/payload';
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { organizationIdsOf } from '../actingOrganization.ts';
import type { Commitment } from '../ports/ledger/commitments.ts';
import { LedgerContradiction, type RecordedTransaction } from '../ports/ledger/ledger.ts';
import type { Ports } from '../ports/ports.ts';
import type { InclusionProof, LogIdentity } from '../ports/ledger/transparencyLog.ts';
import { contradiction } from './checkRecord.ts';

export interface CheckedTransaction {
  readonly txHash: string;
  readonly network: Ports['ledger']['network'];
  readonly isEmbedded: boolean;
  /** The ledger holds it, and not as failed. */
  readonly onChain: boolean;
  readonly commitment: Commitment | null;
  /** From the memo; null if there is none of ours. */
  readonly onChainHash: string | null;
  readonly hashMatch: boolean;
  readonly signatureValid: boolean;
  readonly publicKey: Uint8Array | null;
  readonly blockHeight: number | null;
  readonly onChainAt: Date | null;
  readonly verified: boolean;
  /** Why it is not verified; null if it is. */
  readonly reason: string | null;
  readonly verifiedAt: Date;
  readonly explorerUrl: string | null;
  /** Null also for strangers to an organization without public verification. */
  readonly proof: Proof | null;
}

/** Needs neither us nor a network. */
export interface Proof {
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
  /** As it travels; its memo names hash and signature. */
  readonly transaction: Uint8Array | null;
  /** Null until a checkpoint of the log covers the commitment. */
  readonly inclusion: { readonly proof: InclusionProof; readonly log: LogIdentity } | null;
}

type Deps = Pick<
  Ports,
  'commitments' | 'organizationSigner' | 'organizations' | 'memberships' | 'ledger' | 'transparencyLog' | 'clock'
>;

/** @throws {AppError} TRANSACTION_NOT_FOUND: unknown to us and to the ledger; BLOCKCHAIN_ERROR: it cannot be asked */
export async function checkTransaction(deps: Deps, caller: Caller | null, txHash: string): Promise<CheckedTransaction> {
  const commitment = await deps.commitments.findByTransaction(txHash);
  const { recorded, wrong } = await askLedger(deps, commitment, txHash);
  if (!commitment && !recorded && wrong === null)
    throw new AppError('TRANSACTION_NOT_FOUND', 'Neither this service nor the ledger knows this transaction.');

  const memo = recorded?.memo ? readMemo(recorded.memo) : null;
  const onChain = recorded !== null && recorded.failed === null;
  const onChainHash = memo?.commitmentHash ?? null;
  const hashMatch =
    commitment !== null && commitment.hash === sha256Hex(commitment.payload) && onChainHash === commitment.hash;
  const publicKey =
    commitment && (await deps.organizationSigner.publicKey(commitment.organizationId, commitment.keyVersion));
  const signatureValid =
    commitment !== null &&
    (await deps.organizationSigner.verify(
      commitment.organizationId,
      commitment.keyVersion,
      commitment.payload,
      commitment.signature,
    ));
  const reason = wrong ?? reasonAgainst({ commitment, recorded, hashMatch, signatureValid });
  return {
    txHash,
    network: commitment?.network ?? deps.ledger.network,
    isEmbedded: commitment?.isEmbedded ?? deps.ledger.isEmbedded,
    onChain,
    commitment,
    onChainHash,
    hashMatch,
    signatureValid,
    publicKey,
    blockHeight: recorded?.blockHeight ?? commitment?.blockHeight ?? null,
    onChainAt: recorded?.blockTime ?? commitment?.confirmedAt ?? null,
    verified: reason === null,
    reason,
    verifiedAt: deps.clock.now(),
    explorerUrl: deps.ledger.explorerUrl(txHash),
    proof: commitment && publicKey && (await toldProof(deps, caller, commitment, publicKey)),
  };
}

/**
 * The payload holds the salts, with which anybody can try pictures against the hashes: what an organization without public
 * verification does not let strangers do.
 */
async function toldProof(
  deps: Deps,
  caller: Caller | null,
  commitment: Commitment,
  publicKey: Uint8Array,
): Promise<Proof | null> {
  const { organizationId } = commitment;
  const isOwn = caller !== null && (await organizationIdsOf(deps, caller)).includes(organizationId);
  if (!isOwn && !(await deps.organizations.find(organizationId))?.organization.publicVerification) return null;
  return proofOf(deps, commitment, publicKey, deps.clock.now());
}

/** A commitment of another ledger is not looked for in this one, where it would only seem lost. */
async function askLedger(
  { ledger }: Deps,
  commitment: Commitment | null,
  txHash: string,
): Promise<{ readonly recorded: RecordedTransaction | null; readonly wrong: string | null }> {
  if (commitment?.ledgerId && commitment.ledgerId !== (await ledger.identity()))
    return { recorded: null, wrong: 'The transaction was recorded on another ledger than the one this service asks.' };
  try {
    return { recorded: await ledger.find(txHash, 'confirmed'), wrong: null };
  } catch (cause) {
    if (!(cause instanceof LedgerContradiction)) throw cause;
    return { recorded: null, wrong: cause.message };
  }
}

interface Judged extends Pick<CheckedTransaction, 'commitment' | 'hashMatch' | 'signatureValid'> {
  readonly recorded: RecordedTransaction | null;
}

function reasonAgainst({ commitment, recorded, hashMatch, signatureValid }: Judged): string | null {
  if (!commitment) return 'This service made no commitment with this transaction, or its asset was deleted.';
  if (!signatureValid) return 'The signature of the organization does not hold for the stored payload.';
  if (!recorded)
    return commitment.status === 'pending'
      ? `The ledger does not hold the transaction yet.${commitment.lastError === null ? '' : ` ${commitment.lastError}`}`
      : 'The ledger had confirmed the transaction, and no longer knows it.';
  const wrong = contradiction(commitment, recorded);
  if (wrong !== null) return wrong;
  return hashMatch ? null : 'The stored payload does not have the hash that the ledger holds.';
}

async function proofOf(
  { transparencyLog, clock }: Deps,
  { id, payload, signature, txBytes, createdAt }: Commitment,
  publicKey: Uint8Array,
  now: Date,
): Promise<Proof> {
  const ageMs = now.getTime() - createdAt.getTime();
  const proof = await included({ transparencyLog, clock }, id, ageMs < NEW_MS_MAX ? CHECKPOINT_MS_MAX : 0);
  const inclusion = proof && { proof, log: await transparencyLog.identity() };
  return { payload, signature, publicKey, transaction: txBytes, inclusion };
}

/** The log signs a checkpoint every second. Whoever asks right after a commitment waits for it, so that the proof is whole. */
const NEW_MS_MAX = 30_000;
const CHECKPOINT_MS_MAX = 3_000;
const LOOK_AGAIN_MS = 100;

async function included(
  { transparencyLog, clock }: Pick<Deps, 'transparencyLog' | 'clock'>,
  id: string,
  waitMs: number,
): Promise<InclusionProof | null> {
  const deadline = clock.elapsedMs() + waitMs;
  for (;;) {
    const proof = await transparencyLog.inclusionProof(id);
    if (proof || clock.elapsedMs() >= deadline) return proof;
    await clock.sleep(LOOK_AGAIN_MS);
  }
}
