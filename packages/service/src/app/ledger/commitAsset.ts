/** Commits an asset on request and waits for the ledger: docs/spec/ledger.md#commit. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { assetFor } from '../assets/visibleAsset.ts';
import type { Commitment } from '../ports/ledger/commitments.ts';
import { LedgerRefusal } from '../ports/ledger/ledger.ts';
import { EACH_TIME, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import { memoOf } from './checkRecord.ts';
import { isOfLedger, noteFailure, reasonOf } from './failedStep.ts';
import { type CommitInput, newCommitment, type NewCommitmentDeps, commitmentEvents } from './newCommitment.ts';
import { POLL_MS, type StepDeps, takeStep } from './takeStep.ts';

type Deps = NewCommitmentDeps & StepDeps & Pick<Ports, 'assets' | 'memberships' | 'commitmentsInFlight'>;

/** As long as common proxies wait for an answer. */
const WAIT_MS_MAX = 30_000;
/** Longer than that: nobody else takes a step for it meanwhile. */
export const STEP_LEASE_MS = 60_000;

/**
 * Nothing is kept if the ledger cannot be asked at the beginning; afterwards the commitment goes its way whatever
 * happens here, and the answer tells how far it is.
 * @throws {AppError} ASSET_NOT_FOUND, FORBIDDEN, ASSET_NOT_READY, VALIDATION_ERROR, BLOCKCHAIN_ERROR
 */
export async function commitAsset(
  deps: Deps,
  caller: Caller,
  assetId: string,
  input: CommitInput,
  once: Once = EACH_TIME,
): Promise<Commitment> {
  const asset = await assetFor(deps, caller, assetId, 'asset.commit');
  if (once.made) return followed(deps, once.made['id'] ?? '');
  if (asset.processingStatus !== 'completed')
    throw new AppError('ASSET_NOT_READY', `The asset is ${asset.processingStatus}; only a completed one is committed.`);
  const unsent = await newCommitment(deps, asset, input);
  const ledgerId = await deps.ledger.identity();
  const signed = { ...(await deps.ledger.sign(memoOf(unsent))), ledgerId };

  const { id } = unsent;
  return inFlight(deps, id, async () => {
    const { events, traces } = commitmentEvents(deps, caller, unsent);
    const dueAt = new Date(deps.clock.now().getTime() + STEP_LEASE_MS);
    await once.making({ id }, () => deps.commitments.add({ ...unsent, signed }, dueAt, events, traces));
    return untilFinal(deps, id);
  });
}

/** One that an earlier try of the request has made goes its way; the answer tells how far it is. */
async function followed(deps: Deps, id: string): Promise<Commitment> {
  const commitment = await found(deps, id);
  return commitment.status === 'finalized' ? commitment : inFlight(deps, id, () => untilFinal(deps, id));
}

async function inFlight<T>({ commitmentsInFlight }: Deps, id: string, work: () => Promise<T>): Promise<T> {
  commitmentsInFlight.add(id);
  try {
    return await work();
  } finally {
    commitmentsInFlight.delete(id);
  }
}

async function untilFinal(deps: Deps, id: string): Promise<Commitment> {
  const deadline = deps.clock.elapsedMs() + WAIT_MS_MAX;
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
    if (deps.clock.elapsedMs() + POLL_MS > deadline) {
      if (refused)
        throw new AppError('BLOCKCHAIN_ERROR', reasonOf(refused), { cause: refused, extra: { commitment_id: id } });
      return commitment;
    }
    await deps.clock.sleep(POLL_MS);
  }
}

const found = async (deps: Deps, id: string): Promise<Commitment> => (await deps.commitments.find(id)) ?? gone();

function gone(): never {
  throw new AppError('ASSET_NOT_FOUND', 'The asset was deleted while it was committed.');
}
