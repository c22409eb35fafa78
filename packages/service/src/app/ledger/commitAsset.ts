/** Commits an asset at somebody's wish and waits for the ledger (G118, G132). @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { assetFor } from '../assets/visibleAsset.ts';
import type { Commitment } from '../ports/commitments.ts';
import { LedgerRefusal } from '../ports/ledger.ts';
import type { Ports } from '../ports/ports.ts';
import { memoOf } from './checkRecord.ts';
import { isOfLedger, noteFailure, reasonOf } from './failedStep.ts';
import { type CommitInput, newCommitment, type NewCommitmentDeps, tidings } from './newCommitment.ts';
import { POLL_MS, type StepDeps, takeStep } from './takeStep.ts';

type Deps = NewCommitmentDeps & StepDeps & Pick<Ports, 'assets' | 'memberships' | 'commitmentsInFlight'>;

/** G132. */
const WAIT_MS_MAX = 30_000;
/** Longer than that: nobody else takes a step for it meanwhile. */
export const STEP_LEASE_MS = 60_000;

/**
 * Nothing is kept if the ledger cannot be asked at the beginning; afterwards the commitment goes its way whatever
 * happens here, and the answer tells how far it is.
 * @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN, ASSET_NOT_READY, VALIDATION_ERROR, BLOCKCHAIN_ERROR
 */
export async function commitAsset(deps: Deps, who: Caller, assetId: string, input: CommitInput): Promise<Commitment> {
  const asset = await assetFor(deps, who, assetId, 'asset.commit');
  if (asset.processingStatus !== 'completed')
    throw new AppError('ASSET_NOT_READY', `The asset is ${asset.processingStatus}; only a completed one is committed.`);
  const unsent = await newCommitment(deps, asset, input);
  const ledgerId = await deps.ledger.identity();
  const signed = { ...(await deps.ledger.sign(memoOf(unsent))), ledgerId };

  deps.commitmentsInFlight.add(unsent.id);
  try {
    const { events, traces } = tidings(deps, who, unsent);
    const dueAt = new Date(deps.clock.now().getTime() + STEP_LEASE_MS);
    await deps.commitments.add({ ...unsent, signed }, dueAt, events, traces);
    return await untilFinal(deps, unsent.id);
  } finally {
    deps.commitmentsInFlight.delete(unsent.id);
  }
}

async function untilFinal(deps: Deps, id: string): Promise<Commitment> {
  const deadline = performance.now() + WAIT_MS_MAX;
  let commitment = await found(deps, id);
  for (let isFresh = true; ; isFresh = false) {
    let refused: LedgerRefusal | null = null;
    try {
      commitment = (await takeStep(deps, commitment, isFresh)) ?? gone();
    } catch (cause) {
      if (!isOfLedger(cause)) throw cause;
      await noteFailure(deps, commitment, cause);
      commitment = await found(deps, id);
      if (cause instanceof LedgerRefusal) refused = cause;
    }
    if (commitment.status === 'finalized') return commitment;
    if (performance.now() + POLL_MS > deadline) {
      if (refused)
        throw new AppError('BLOCKCHAIN_ERROR', reasonOf(refused), { cause: refused, extra: { commitment_id: id } });
      return commitment;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const found = async (deps: Deps, id: string): Promise<Commitment> => (await deps.commitments.find(id)) ?? gone();

function gone(): never {
  throw new AppError('ASSET_NOT_FOUND', 'The asset was deleted while it was committed.');
}
