/** Deferred verifications in memory. @module */
import type { DeferredVerification, DeferredVerifications } from '../../src/app/ports/verify/deferredVerifications.ts';

export function memoryDeferredVerifications(): DeferredVerifications {
  const rows = new Map<string, DeferredVerification>();
  return {
    add: async (deferred) => void rows.set(deferred.id, deferred),
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
