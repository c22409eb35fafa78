/** The log of verifications. @module */
import { and, count, desc, eq, gte, isNotNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { HistoryQuery, VerificationEntry, Verifications } from '../../../app/ports/verify/verifications.ts';
import type { Database, Queries } from '../connection/database.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { assets } from '../schema/assets.ts';
import { verificationLogs } from '../schema/verifications.ts';
import { storableJson, storableText } from '../connection/storable.ts';

/** That much of a user agent is kept: longer ones are padding or attack. */
const USER_AGENT_CHARS_MAX = 512;

/** Without its host part: the /24 of an IPv4 address, the /48 of an IPv6 one, the networks that sites are given (RFC 6177). */
const SHORTENED = sql<string>`host(network(set_masklen(${verificationLogs.requesterIp}::inet,
  case when family(${verificationLogs.requesterIp}::inet) = 4 then 24 else 48 end)))`;

export function createVerifications(database: Database): Verifications {
  return {
    log: (entry, events) =>
      database.write(async (transaction) => {
        // The asset may have been deleted while the picture was judged; the log then says so with NULL.
        const verifiedAssetId =
          entry.verifiedAssetId &&
          (
            await transaction
              .select({ id: assets.id })
              .from(assets)
              .where(eq(assets.id, entry.verifiedAssetId))
              .for('key share')
          )[0]?.id;
        await transaction.insert(verificationLogs).values({
          ...entry,
          verifiedAssetId: verifiedAssetId ?? null,
          userAgent: storableText(entry.userAgent?.slice(0, USER_AGENT_CHARS_MAX) ?? null),
          evidence: storableJson(entry.evidence),
        });
        await insertEvents(transaction, events);
      }),

    find: (id) =>
      database.read(async (queries) => {
        const [row] = await queries.select().from(verificationLogs).where(eq(verificationLogs.id, id));
        if (!row) return null;
        const { batchId: _batchId, ...entry } = row;
        return entry satisfies VerificationEntry;
      }),

    forgetAddresses: (shortenBefore, removeBefore) =>
      database.write(async (transaction) => {
        const known = isNotNull(verificationLogs.requesterIp);
        await transaction
          .update(verificationLogs)
          .set({ requesterIp: null })
          .where(and(known, lt(verificationLogs.createdAt, removeBefore)));
        await transaction
          .update(verificationLogs)
          .set({ requesterIp: SHORTENED })
          .where(
            and(known, lt(verificationLogs.createdAt, shortenBefore), ne(verificationLogs.requesterIp, SHORTENED)),
          );
      }),

    history: (userId, query) => database.read((queries) => history(queries, userId, query)),
  };
}

async function history(
  queries: Queries,
  userId: string | null,
  query: HistoryQuery,
): ReturnType<Verifications['history']> {
  if (userId === null && query.organizationId === undefined)
    throw new RangeError('history: neither a user nor an organization is named');
  const condition = historyCondition(userId, query);
  const [counted] = await queries.select({ total: count() }).from(verificationLogs).where(condition);
  const items = await queries
    .select({
      id: verificationLogs.id,
      verifiedAt: verificationLogs.createdAt,
      verdict: verificationLogs.verdict,
      confidence: verificationLogs.confidence,
      assetId: verificationLogs.verifiedAssetId,
      matchedAsset: {
        id: assets.id,
        organizationId: assets.organizationId,
        title: assets.title,
        cid: assets.cid,
      },
    })
    .from(verificationLogs)
    .leftJoin(assets, eq(assets.id, verificationLogs.verifiedAssetId))
    .where(condition)
    .orderBy(desc(verificationLogs.createdAt), desc(verificationLogs.id))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize);
  return { items, total: counted?.total ?? 0 };
}

const historyCondition = (userId: string | null, { organizationId, verdict, from, to }: HistoryQuery) =>
  and(
    userId === null ? undefined : eq(verificationLogs.userId, userId),
    organizationId === undefined ? undefined : eq(verificationLogs.organizationId, organizationId),
    verdict && eq(verificationLogs.verdict, verdict),
    from && gte(verificationLogs.createdAt, from),
    to && lte(verificationLogs.createdAt, to),
  );
