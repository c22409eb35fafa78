/** Recovery: finish what a crash left, move aside what nothing refers to. @module */
import type { ProcessDeps } from './processAsset.ts';
import { recoverStranded } from './recoverStranded.ts';
import { emptyQuarantine, isSweepDue, sweepOrphans } from './sweepOrphans.ts';
import type { Ports } from '../ports/ports.ts';

/** The work of one run. Another process may share it: each asset goes to one of them. */
export const recoveryJob =
  (deps: ProcessDeps, isEnding: () => boolean, told?: Parameters<typeof recoverStranded>[2]) =>
  async (): Promise<void> =>
    void (await recoverStranded(deps, isEnding, told));

const DAY_MS = 24 * 60 * 60 * 1000;

/** Files of failed uploads are due after a day, and nothing in it is in a hurry, ms. */
const SWEEP_EACH_MS = DAY_MS;

/** Once a day removes what crashes left half written, moves aside what nothing refers to, then removes what has been aside for so many days. */
export const orphanJob =
  (
    deps: Parameters<typeof sweepOrphans>[0] & { readonly limits: Pick<Ports['limits'], 'quarantineDays'> },
    log: Parameters<typeof sweepOrphans>[1],
  ) =>
  async (isOver: () => boolean = () => false): Promise<void> => {
    if (!(await isSweepDue(deps, SWEEP_EACH_MS))) return;
    // A process that goes on for months sees no start, and on a store that many share the one that died may never start again.
    const left = await deps.files.sweepTemporary(false);
    if (left > 0) log.info({ left }, 'files that were left half written were removed');
    await sweepOrphans(deps, log, isOver);
    if (isOver()) return;
    await emptyQuarantine(deps, new Date(deps.clock.now().getTime() - deps.limits.quarantineDays * DAY_MS), log);
  };

/** The row of a failed upload stays for so long, and its files, which are aside by then, no longer, ms. */
const FAILED_ROW_KEPT_MS = 30 * DAY_MS;
/** Rows removed in one transaction. */
const PURGED_AT_ONCE = 50;

/** Removes what is left of uploads that failed long ago; the audit log remembers each. */
export const failedUploadJob =
  ({ assets, files, clock }: Pick<Ports, 'assets' | 'files' | 'clock'>) =>
  async (isOver: () => boolean = () => false): Promise<void> => {
    while (!isOver()) {
      const now = clock.now();
      const gone = await assets.purgeFailed(new Date(now.getTime() - FAILED_ROW_KEPT_MS), now, PURGED_AT_ONCE);
      for (const { id } of gone) await files.removeAll(id);
      if (gone.length < PURGED_AT_ONCE) return;
    }
  };
