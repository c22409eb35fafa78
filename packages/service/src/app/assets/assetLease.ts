/** How a process holds an asset while it works on it: docs/spec/data.md#leases. @module */
import type { AssetLease, LeaseRequest } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';

/** An asset whose process died is taken over after so long at the latest, ms. */
const LEASE_MS = 30_000;
/** Two renewals may fail before a lease ends, ms. */
const RENEWAL_MS = 10_000;

export const leaseRequest = ({ processId }: Pick<Ports, 'processId'>): LeaseRequest => ({
  owner: processId,
  ms: LEASE_MS,
});

/**
 * Renews the lease until the work has ended. A renewal that fails is made up for by the next one; whoever lost the lease
 * all the same is told so by `complete`.
 */
export async function underLease<T>(
  { assets, timers }: Pick<Ports, 'assets' | 'timers'>,
  lease: AssetLease,
  work: () => Promise<T>,
): Promise<T> {
  const stop = timers.every(RENEWAL_MS, () => void assets.renew(lease, LEASE_MS).catch(() => undefined));
  try {
    return await work();
  } finally {
    stop();
  }
}
