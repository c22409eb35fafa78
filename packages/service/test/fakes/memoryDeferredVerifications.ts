/** Deferred verifications in memory, with the rules of the port. @module */
import { AppError } from '@assay/core/errors';
import type {
  DeferredVerifications,
  HeldVerification,
  NewDeferredVerification,
  VerificationLease,
} from '../../src/app/ports/verify/deferredVerifications.ts';
import type { LeaseRequest } from '../../src/app/ports/runtime/leases.ts';

interface Row {
  deferred: NewDeferredVerification;
  readonly request: HeldVerification['request'];
  picture: Uint8Array | null;
  attempts: number;
  owner: string | null;
  number: number;
  /** False: ended, as if so much time had gone by. */
  leaseRuns: boolean;
}

export interface MemoryDeferredVerifications extends DeferredVerifications {
  /** As if the processes that hold them had died long ago. */
  expireLeases(): void;
  /** Pictures that are kept. */
  pictures(): number;
}

export function memoryDeferredVerifications(): MemoryDeferredVerifications {
  const rows = new Map<string, Row>();
  const held = ({ verificationId, owner, number }: VerificationLease): Row | null => {
    const row = rows.get(verificationId);
    return row?.owner === owner && row.number === number && row.picture ? row : null;
  };
  const take = (row: Row, { owner }: LeaseRequest): HeldVerification => {
    if (row.owner !== null && row.owner !== owner) row.attempts++;
    Object.assign(row, { owner, leaseRuns: true, number: row.number + 1 });
    const { deferred, request, attempts, number } = row;
    return { deferred, request, attempts, lease: { verificationId: deferred.id, owner, number } };
  };
  return {
    expireLeases() {
      for (const row of rows.values()) row.leaseRuns = false;
    },
    pictures: () => [...rows.values()].filter(({ picture }) => picture !== null).length,
    async add(deferred, request, picture, lease) {
      const row = { deferred, request, picture, attempts: 0, owner: null, number: 0, leaseRuns: false };
      rows.set(deferred.id, row);
      return take(row, lease);
    },
    find: async (id) => rows.get(id)?.deferred ?? null,
    async takeStranded(lease) {
      const waiting = [...rows.values()].filter(({ picture, leaseRuns }) => picture && !leaseRuns);
      const row = waiting.find(({ deferred }) => !deferred.inBulk) ?? waiting[0];
      return row ? take(row, lease) : null;
    },
    picture: async (lease) => held(lease)?.picture ?? null,
    renew: async (lease) => held(lease) !== null,
    async release(lease) {
      const row = held(lease);
      if (row) Object.assign(row, { owner: null, leaseRuns: false });
    },
    async releaseAll(owner) {
      for (const row of rows.values()) if (row.owner === owner) Object.assign(row, { owner: null, leaseRuns: false });
    },
    async endLeases() {
      this.expireLeases();
    },
    async ending(lease, end, work) {
      if (!held(lease)) throw new AppError('CONFLICT', 'the lease is lost');
      const result = await work();
      const row = held(lease);
      if (!row) throw new AppError('CONFLICT', 'the lease is lost');
      if (end === 'judged') rows.delete(lease.verificationId);
      else Object.assign(row, { deferred: { ...row.deferred, ...end }, picture: null, owner: null });
      return result;
    },
    async forgetExpired(now, limit) {
      const expired = [...rows.values()].filter(({ deferred }) => deferred.expiresAt <= now).slice(0, limit);
      for (const { deferred } of expired) rows.delete(deferred.id);
      return expired.length;
    },
  };
}
