/** API keys in memory, with the rules of the port. @module */
import type { ApiKey, ApiKeys } from '../../src/app/ports/accounts/apiKeys.ts';

export interface MemoryApiKeys extends ApiKeys {
  readonly keys: Map<string, ApiKey>;
}

export function memoryApiKeys(): MemoryApiKeys {
  const keys = new Map<string, ApiKey>();
  const told = new Set<string>();
  const all = (): ApiKey[] => [...keys.values()];
  return {
    keys,
    findByHash: async (hash) => all().find(({ keyHash }) => keyHash === hash) ?? null,
    find: async (id) => keys.get(id) ?? null,
    async list(organizationId, madeBy, { page, pageSize }) {
      const found = all()
        .filter((key) => key.organizationId === organizationId && (madeBy === null || key.userId === madeBy))
        .reverse();
      return { items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length };
    },
    async recordUse(id, at, unlessAfter) {
      const key = keys.get(id);
      if (key && (key.lastUsedAt === null || key.lastUsedAt <= unlessAfter)) keys.set(id, { ...key, lastUsedAt: at });
    },
    expiring: async (now, until, limit) =>
      all()
        .filter(
          (key) =>
            key.expiresAt !== null &&
            key.expiresAt > now &&
            key.expiresAt <= until &&
            key.revokedAt === null &&
            key.rotatedToId === null &&
            key.isActive &&
            !told.has(key.id),
        )
        .slice(0, limit),
    recordExpiryNotice: async (id) => void told.add(id),
    async purgeRevoked(before) {
      const old = all().filter(({ revokedAt }) => revokedAt !== null && revokedAt < before);
      for (const { id } of old) keys.delete(id);
      return old.length > 0;
    },
  };
}
