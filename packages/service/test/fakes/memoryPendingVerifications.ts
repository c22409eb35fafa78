/** Promised verifications in memory. @module */
import type { PendingVerification, PendingVerifications } from '../../src/app/ports/pendingVerifications.ts';

export function memoryPendingVerifications(): PendingVerifications {
  const rows = new Map<string, PendingVerification>();
  return {
    add: async (pending) => void rows.set(pending.id, pending),
    find: async (id) => rows.get(id) ?? null,
    async fail(id, failure) {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, failure });
    },
    remove: async (id) => void rows.delete(id),
    async forgetExpired(now) {
      for (const [id, row] of rows) if (row.expiresAt <= now) rows.delete(id);
    },
  };
}
