/**
 * How full the line is, and with whose jobs: half of it at most is one tenant's, else the first job of another would be refused.
 * Three quarters at most come from one network, since one client may make many accounts.
 * @module
 */

export interface Holder {
  /** Empty for the service's own work, which is no tenant's. */
  readonly tenant: string;
  /** Empty where nothing tells it. */
  readonly network: string;
}

export interface TenantShares {
  /**
   * True if the job would make it more than all, or more than the part of its tenant or network. One job alone may exceed the
   * bytes, otherwise it could never run.
   */
  isFull(holder: Holder, sizeBytes: number): boolean;
  take(holder: Holder, sizeBytes: number): void;
  give(holder: Holder, sizeBytes: number): void;
}

interface Held {
  readonly jobs: number;
  readonly bytes: number;
}

const NOTHING: Held = { jobs: 0, bytes: 0 };

const TENANT_PART = 0.5;
/** What is left has room for the first jobs of other networks. */
const NETWORK_PART = 0.75;

/** What each of many holds; never more than a part of all. */
function createParts(places: number, bytesMax: number, part: number) {
  const held = new Map<string, Held>();
  const of = (name: string): Held => held.get(name) ?? NOTHING;
  return {
    isFull(name: string, sizeBytes: number): boolean {
      const { jobs, bytes } = of(name);
      return name !== '' && jobs > 0 && (jobs >= Math.ceil(places * part) || bytes + sizeBytes > bytesMax * part);
    },
    /** @param job 1 or -1 */
    add(name: string, job: number, sizeBytes: number): void {
      const { jobs, bytes } = of(name);
      if (jobs + job > 0) held.set(name, { jobs: jobs + job, bytes: bytes + job * sizeBytes });
      else held.delete(name);
    },
  };
}

/** @param places jobs that are accepted at once, of all; @param bytesMax the same for their input bytes */
export function createTenantShares(places: number, bytesMax: number): TenantShares {
  const tenants = createParts(places, bytesMax, TENANT_PART);
  const networks = createParts(places, bytesMax, NETWORK_PART);
  const all = { jobs: 0, bytes: 0 };
  const add = ({ tenant, network }: Holder, job: number, sizeBytes: number): void => {
    all.jobs += job;
    all.bytes += job * sizeBytes;
    tenants.add(tenant, job, sizeBytes);
    networks.add(network, job, sizeBytes);
  };
  return {
    isFull({ tenant, network }, sizeBytes) {
      if (all.jobs >= places || (all.jobs > 0 && all.bytes + sizeBytes > bytesMax)) return true;
      return tenants.isFull(tenant, sizeBytes) || networks.isFull(network, sizeBytes);
    },
    take: (holder, sizeBytes) => add(holder, 1, sizeBytes),
    give: (holder, sizeBytes) => add(holder, -1, sizeBytes),
  };
}
