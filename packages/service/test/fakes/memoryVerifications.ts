/** The log of verifications, and the checks of assets by strangers, in memory. @module */
import { type AssetCheck, type AssetChecks, CHECK_WINDOW_MS } from '../../src/app/ports/verify/assetChecks.ts';
import type { OutboxEvent } from '../../src/app/ports/delivery/events.ts';
import {
  type HistoryItem,
  NOT_DISPUTED,
  type Sighting,
  type VerificationEntry,
  type Verifications,
} from '../../src/app/ports/verify/verifications.ts';
import type { VerificationRecord } from '../../src/app/verify/verification.ts';
import { onlyInDatabase } from './onlyInDatabase.ts';

export interface MemoryVerifications extends Verifications {
  readonly entries: VerificationEntry[];
  readonly events: OutboxEvent[];
}

/** As far as the row itself knows it. */
function matchedAsset({ verifiedAssetId: id, evidence }: VerificationEntry): HistoryItem['matchedAsset'] {
  const organizationId = id && (evidence as Partial<VerificationRecord>).owners?.[id];
  return id && organizationId ? { id, organizationId, title: null, originalFilename: null, cid: `cid-${id}` } : null;
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
    async find(id) {
      const entry = entries.find((one) => one.id === id);
      return entry ? { ...entry, review: NOT_DISPUTED } : null;
    },
    async *logged() {
      yield* entries;
    },
    forgetAddresses: async () => {
      throw new Error('only the database forgets addresses');
    },
    overdue: async () => [],
    forgetOverdue: async () => 0,
    async sightings(assetId) {
      const found = new Map<string, Sighting>();
      for (const { verifiedAssetId, evidence, createdAt } of entries) {
        const copyId = (evidence as Partial<VerificationRecord>).description?.copyId;
        if (verifiedAssetId === assetId && copyId)
          found.set(copyId, { checks: (found.get(copyId)?.checks ?? 0) + 1, lastAt: createdAt });
      }
      return found;
    },
    async history(ownerId, { page, pageSize, organizationId, verdict, userId, apiKeyId, from, to }) {
      const own = entries
        .filter(
          (entry) =>
            (ownerId === null || entry.userId === ownerId) &&
            (userId === undefined || entry.userId === userId) &&
            (apiKeyId === undefined || entry.apiKeyId === apiKeyId) &&
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
        userId: entry.userId,
        apiKeyId: entry.apiKeyId,
        assetId: entry.verifiedAssetId,
        matchedAsset: matchedAsset(entry),
      }));
      return { items, total: own.length };
    },
  };
}

export function memoryAssetChecks(): AssetChecks {
  const all: AssetCheck[] = [];
  const different = (rows: readonly AssetCheck[], key: 'picture' | 'checker') =>
    new Set(rows.map((row) => row[key])).size;
  return {
    async take(check, { perChecker, inAll }) {
      const since = new Date(check.at.getTime() - (check.at.getTime() % CHECK_WINDOW_MS));
      const ofHour = () => all.filter(({ assetId, at }) => assetId === check.assetId && at >= since);
      const mine = ofHour().filter(({ checker, isExact }) => checker === check.checker && !isExact);
      const isNew = !check.isExact && !mine.some(({ picture }) => picture === check.picture);
      if (isNew && different(mine, 'picture') >= perChecker)
        return { allowed: false, isCrowded: false, checks: 0, pictures: 0, checkers: 0, since };
      all.push(check);
      const tried = ofHour().filter(({ isExact }) => !isExact);
      return {
        allowed: true,
        isCrowded: !check.isExact && different(tried, 'picture') > inAll,
        checks: ofHour().length,
        pictures: different(ofHour(), 'picture'),
        checkers: different(ofHour(), 'checker'),
        since,
      };
    },
    forgetBefore: onlyInDatabase('assetChecks.forgetBefore'),
  };
}
