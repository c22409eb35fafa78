/** Brings commitments to the ledger that nobody waits for: after a crash, after a failure, from `confirmed` to `finalized`. @module */
import type { Commitment } from '../ports/ledger/commitments.ts';
import type { Ports } from '../ports/ports.ts';
import { STEP_LEASE_MS } from './commitAsset.ts';
import { commitOnce, type CommitUploadDeps } from './commitUpload.ts';
import { isOfLedger, noteFailure } from './failedStep.ts';
import { type StepDeps, takeStep } from './takeStep.ts';

type Deps = StepDeps & Pick<Ports, 'commitmentsInFlight'>;

/** Commitments of one run, and how many of them at once. */
const BATCH = 64;
const AT_ONCE = 8;
/** Of one sweep; more than a crash can leave behind. */
const FORGOTTEN_MAX = 1_000;

/**
 * The work of one run. Leases that were held when this process began belong to processes that are gone, or to others
 * on the same database, with whom a step may be taken twice without harm; so the first minute waits for none.
 * @param report failures of ours
 */
export function commitmentJob(
  deps: Deps,
  isEnding: () => boolean,
  report: (error: unknown) => void,
): () => Promise<void> {
  const heldBefore = new Date(deps.clock.now().getTime() + STEP_LEASE_MS);
  let isFirst = true;
  return async () => {
    for (let more = true; more && !isEnding(); isFirst = false)
      more = await runOnce(deps, isFirst ? heldBefore : null, report);
  };
}

/** True if there may be more. */
async function runOnce(deps: Deps, heldBefore: Date | null, report: (error: unknown) => void): Promise<boolean> {
  const now = deps.clock.now();
  const before = heldBefore ?? now;
  // The embedded ledger starts at its first use, and an idle service shall not use it.
  if (!(await deps.commitments.isAnyDue(before))) return false;
  const leaseUntil = new Date(now.getTime() + STEP_LEASE_MS);
  const due = await deps.commitments.takeDue(await deps.ledger.identity(), before, leaseUntil, BATCH);
  const free = due.filter(({ id }) => !deps.commitmentsInFlight.has(id));
  const next = free.values();
  const worker = async (): Promise<void> => {
    for (const commitment of next) await stepOf(deps, commitment, report);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return heldBefore === null && due.length === BATCH;
}

async function stepOf(deps: Deps, commitment: Commitment, report: (error: unknown) => void): Promise<void> {
  try {
    await takeStep(deps, commitment);
  } catch (cause) {
    if (!isOfLedger(cause)) report(cause);
    await noteFailure(deps, commitment, cause);
  }
}

/** Uploads that asked for a commitment and have none, since a crash came in between. */
export const forgottenCommitmentJob =
  (deps: CommitUploadDeps & Pick<Ports, 'assets'>, isEnding: () => boolean, report: (error: unknown) => void) =>
  async (): Promise<void> => {
    for (const id of await deps.commitments.forgotten(FORGOTTEN_MAX)) {
      const asset = isEnding() ? null : await deps.assets.findAny(id);
      // What fails for one picture must not hold up the others.
      if (asset) await commitOnce(deps, asset).catch(report);
    }
  };
