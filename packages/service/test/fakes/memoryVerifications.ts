/** The log of verifications in memory. @module */
import type { OutboxEvent } from '../../src/app/ports/delivery/events.ts';
import type { HistoryItem, VerificationEntry, Verifications } from '../../src/app/ports/verify/verifications.ts';
import type { VerificationRecord } from '../../src/app/verify/verification.ts';

export interface MemoryVerifications extends Verifications {
  readonly entries: VerificationEntry[];
  readonly events: OutboxEvent[];
}

/** As far as the row itself knows it. */
function matchedAsset({ verifiedAssetId: id, evidence }: VerificationEntry): HistoryItem['matchedAsset'] {
  const organizationId = id && (evidence as Partial<VerificationRecord>).owners?.[id];
  return id && organizationId ? { id, organizationId, title: null, cid: `cid-${id}` } : null;
}

export function memoryVerifications(): MemoryVerifications {
  const entries: VerificationEntry[] = [];
  const events: OutboxEvent[] = [];
  return {
    entries,
    events,
    async log(entry, sent) {
      entries.push(entry);
      events.push(...sent);
    },
    find: async (id) => entries.find((entry) => entry.id === id) ?? null,
    forgetAddresses: async () => {
      throw new Error('only the database forgets addresses');
    },
    overdue: async () => [],
    forgetOverdue: async () => 0,
    async history(userId, { page, pageSize, organizationId, verdict, from, to }) {
      const own = entries
        .filter(
          (entry) =>
            (userId === null || entry.userId === userId) &&
            (organizationId === undefined || entry.organizationId === organizationId) &&
            (!verdict || entry.verdict === verdict) &&
            (!from || entry.createdAt >= from) &&
            (!to || entry.createdAt <= to),
        )
        .reverse();
      const items = own.slice((page - 1) * pageSize, page * pageSize).map((entry) => ({
        id: entry.id,
        verifiedAt: entry.createdAt,
        verdict: entry.verdict,
        confidence: entry.confidence,
        assetId: entry.verifiedAssetId,
        matchedAsset: matchedAsset(entry),
      }));
      return { items, total: own.length };
    },
  };
}
