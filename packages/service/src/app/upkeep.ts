/** What a running service does for itself: finish what a crash left, remove what nothing refers to. @module */
import { LEASE_MS, type ProcessDeps } from './assets/processAsset.ts';
import { recoverStranded, sweepOrphans } from './assets/recoverStranded.ts';
import type { Ports } from './ports/ports.ts';

type Deps = ProcessDeps & Pick<Ports, 'inFlight'>;

/**
 * The work of one round. This process owns the data folder alone, so every lease that was held when it began belongs to
 * a process that is gone: the first rounds take those as well, and nothing waits for leases to end.
 */
export function recoveryRounds(deps: Deps, isEnding: () => boolean): () => Promise<void> {
  const heldBefore = new Date(deps.clock.now().getTime() + LEASE_MS);
  return async () => {
    for (;;) {
      const now = deps.clock.now();
      const { completed, failed } = await recoverStranded(deps, now > heldBefore ? now : heldBefore, isEnding);
      if (completed + failed === 0) return;
    }
  };
}

export const orphanRounds = (deps: Pick<Ports, 'assets' | 'files' | 'clock'>) => async (): Promise<void> => {
  await sweepOrphans(deps);
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long ended sessions and unused links of mails stay, for whoever looks into an incident. */
const ENDED_KEPT_MS = 30 * DAY_MS;

/** How long the log of verifications keeps a shortened network address (G57). */
const ADDRESSES_KEPT_MS = 90 * DAY_MS;

/** Forgets answers whose day is over, what addresses without an account asked before yesterday, ended sessions, links of mails, network addresses in the log. */
export const forgetRounds =
  (
    deps: Pick<
      Ports,
      'quotas' | 'idempotentAnswers' | 'pendingVerifications' | 'verifications' | 'sessions' | 'mailTokens' | 'clock'
    >,
  ) =>
  async (): Promise<void> => {
    const now = deps.clock.now();
    await deps.idempotentAnswers.forgetExpired(now);
    await deps.pendingVerifications.forgetExpired(now);
    await deps.quotas.forgetAddressesBefore(new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10));
    const longAgo = new Date(now.getTime() - ENDED_KEPT_MS);
    await deps.mailTokens.purge(longAgo);
    await deps.sessions.purge(longAgo);
    await deps.verifications.forgetAddresses(longAgo, new Date(now.getTime() - ADDRESSES_KEPT_MS));
  };
