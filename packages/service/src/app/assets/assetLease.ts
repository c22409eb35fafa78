/** How a process holds an asset while it works on it: docs/spec/data.md#leases. @module */
import { whileRenewed } from '../leasedWork.ts';
import type { AssetLease } from '../ports/assets/assets.ts';
import type { Ports } from '../ports/ports.ts';

/** Renews the lease until the work has ended. Whoever lost it all the same is told so by `complete`. */
export const underLease = <T>(
  deps: Pick<Ports, 'assets' | 'timers'>,
  lease: AssetLease,
  work: () => Promise<T>,
): Promise<T> => whileRenewed(deps, (ms) => deps.assets.renew(lease, ms), work);
