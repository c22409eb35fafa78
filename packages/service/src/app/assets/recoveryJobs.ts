/** Recovery: finish what a crash left, move aside what nothing refers to. @module */
import { LEASE_MS, type ProcessDeps } from './processAsset.ts';
import { recoverStranded } from './recoverStranded.ts';
import { emptyQuarantine, sweepOrphans } from './sweepOrphans.ts';
import type { Ports } from '../ports/ports.ts';

type Deps = ProcessDeps & Pick<Ports, 'inFlight'>;

/**
 * The work of one run. This process owns the data folder alone, so every lease that was held when it began belongs to
 * a process that is gone: the first runs take those as well, and nothing waits for leases to end.
 */
export function recoveryJob(deps: Deps, isEnding: () => boolean): () => Promise<void> {
  const heldBefore = new Date(deps.clock.now().getTime() + LEASE_MS);
  return async () => {
    for (;;) {
      const now = deps.clock.now();
      const { completed, failed } = await recoverStranded(deps, now > heldBefore ? now : heldBefore, isEnding);
      if (completed + failed === 0) return;
    }
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Moves aside what nothing refers to, then removes what has been aside for so many days. */
export const orphanJob =
  (
    deps: Parameters<typeof sweepOrphans>[0] & { readonly limits: Pick<Ports['limits'], 'quarantineDays'> },
    log: Parameters<typeof sweepOrphans>[1],
  ) =>
  async (): Promise<void> => {
    await sweepOrphans(deps, log);
    await emptyQuarantine(deps, new Date(deps.clock.now().getTime() - deps.limits.quarantineDays * DAY_MS), log);
  };
