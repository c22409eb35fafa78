/** How full the line is, and with whose jobs: half of it at most is one tenant's, else the first job of another would be refused. @module */

export interface TenantShares {
  /**
   * True if the job would make it more than all, or more than half of its tenant's. One job alone may exceed the bytes,
   * otherwise it could never run; the service's own work (no name) is no tenant's.
   */
  isFull(tenant: string, sizeBytes: number): boolean;
  take(tenant: string, sizeBytes: number): void;
  give(tenant: string, sizeBytes: number): void;
}

/** @param places jobs that are accepted at once, of all; @param bytesMax the same for their input bytes */
export function createTenantShares(places: number, bytesMax: number): TenantShares {
  const held = new Map<string, { readonly jobs: number; readonly bytes: number }>();
  const of = (tenant: string) => held.get(tenant) ?? { jobs: 0, bytes: 0 };
  const all = { jobs: 0, bytes: 0 };
  return {
    isFull(tenant, sizeBytes) {
      const { jobs, bytes } = of(tenant);
      if (all.jobs >= places || (all.jobs > 0 && all.bytes + sizeBytes > bytesMax)) return true;
      return tenant !== '' && jobs > 0 && (jobs >= Math.ceil(places / 2) || bytes + sizeBytes > bytesMax / 2);
    },
    take(tenant, sizeBytes) {
      const { jobs, bytes } = of(tenant);
      all.jobs++;
      all.bytes += sizeBytes;
      held.set(tenant, { jobs: jobs + 1, bytes: bytes + sizeBytes });
    },
    give(tenant, sizeBytes) {
      const { jobs, bytes } = of(tenant);
      all.jobs--;
      all.bytes -= sizeBytes;
      if (jobs > 1) held.set(tenant, { jobs: jobs - 1, bytes: bytes - sizeBytes });
      else held.delete(tenant);
    },
  };
}
