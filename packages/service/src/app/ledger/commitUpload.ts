/** A commitment that an upload asked for: it never fails the upload, and a crash does not lose the request. @module */
import type { Asset } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';
import { isOfLedger, noteFailure } from './failedStep.ts';
import { newCommitment, type NewCommitmentDeps, commitmentEvents } from './newCommitment.ts';
import { STEP_LEASE_MS } from './commitAsset.ts';
import { type StepDeps, takeStep } from './takeStep.ts';

export type CommitUploadDeps = NewCommitmentDeps & StepDeps & Pick<Ports, 'background' | 'commitmentsInFlight'>;

/**
 * Begins in the background, once the upload is complete. What a crash prevents, `commitForgotten` does at the next start.
 */
export function commitUpload(deps: CommitUploadDeps, asset: Asset): void {
  deps.background.run('commitment of an upload', () => commitOnce(deps, asset));
}

/** Unless it has one already. */
export async function commitOnce(deps: CommitUploadDeps, asset: Asset): Promise<void> {
  const unsent = await newCommitment(deps, asset, { watermarkHash: null, metadata: null });
  deps.commitmentsInFlight.add(unsent.id);
  try {
    const { events, traces } = commitmentEvents(deps, null, unsent);
    const dueAt = new Date(deps.clock.now().getTime() + STEP_LEASE_MS);
    if (!(await deps.commitments.addFirst({ ...unsent, signed: null }, dueAt, events, traces))) return;
    const commitment = await deps.commitments.find(unsent.id);
    if (!commitment) return;
    await takeStep(deps, commitment).catch(async (cause: unknown) => {
      await noteFailure(deps, commitment, cause);
      if (!isOfLedger(cause)) throw cause;
    });
  } finally {
    deps.commitmentsInFlight.delete(unsent.id);
  }
}
