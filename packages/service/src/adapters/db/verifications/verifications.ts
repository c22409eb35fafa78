/** The log of verifications. @module */
import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, max, or, type SQL, sql } from 'drizzle-orm';
import type { HistoryQuery, VerificationEntry, Verifications } from '../../../app/ports/verify/verifications.ts';
import type { Database, Queries } from '../connection/database.ts';
import { insertEvents } from '../webhooks/outbox.ts';
import { appendAudit } from '../organizations/auditLog.ts';
import { organizations } from '../schema/organizations.ts';
import { assets } from '../schema/assets.ts';
import { verificationLogs } from '../schema/verifications.ts';
import { storableJson, storableText } from '../connection/storable.ts';
import { insertSubmission, type SubmissionSettings } from './submissions.ts';
import { entryOf, reviewed } from './reviews.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** That much of a user agent is kept: longer ones are padding or attack. */
const USER_AGENT_CHARS_MAX = 512;

/** Without its host part: the /24 of an IPv4 address, the /48 of an IPv6 one, the networks that sites are given (RFC 6177). */
const SHORTENED = sql<string>`host(network(set_masklen(${verificationLogs.requesterIp}::inet,
  case when family(${verificationLogs.requesterIp}::inet) = 4 then 24 else 48 end)))`;

export function createVerifications(database: Database, settings: SubmissionSettings): Verifications {
  return {
    log: (entry, events, submission = null) =>
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
        if (submission) await insertSubmission(transaction, settings, entry, submission);
        await insertEvents(transaction, events);
      }),

    find: (id) =>
      database.read(async (queries) => {
        const [row] = await queries.select().from(verificationLogs).where(eq(verificationLogs.id, id));
        return row ? ((await reviewed(queries, [row]))[0] ?? null) : null;
      }),

    ...createVerificationLog(database),

    ...forgetting(database),
    ...retention(database),

    sightings: (assetId) => database.read((queries) => sightings(queries, assetId)),

    history: (userId, query) => database.read((queries) => history(queries, userId, query)),
  };
}

/** What a command that judges anew reads. */
export const createVerificationLog = (database: Database): Pick<Verifications, 'logged'> => ({
  logged: (since, limit) => logged(database, since, limit),
});

const forgetting = (database: Database): Pick<Verifications, 'forgetAddresses'> => ({
  forgetAddresses: (shortenBefore, removeBefore, limit) =>
    database.write(async (transaction) => {
      const { id, requesterIp, addressShortened, createdAt } = verificationLogs;
      const some = (since: SQL, before: Date) =>
        transaction
          .select({ id })
          .from(verificationLogs)
          .where(and(isNotNull(requesterIp), sql`${since} < ${before.toISOString()}::timestamptz`))
          .orderBy(since)
          .limit(limit);
      // In the words of their indexes.
      const whole = sql`(case when not ${addressShortened} then ${createdAt} end)`;
      const shortenedSince = sql`(case when ${addressShortened} then ${createdAt} end)`;
      const shortened = await transaction
        .update(verificationLogs)
        .set({ requesterIp: SHORTENED, addressShortened: true })
        .where(inArray(id, some(whole, shortenBefore)));
      const removed = await transaction
        .update(verificationLogs)
        .set({ requesterIp: null })
        .where(inArray(id, some(shortenedSince, removeBefore)));
      return Math.max(shortened.rowCount ?? 0, removed.rowCount ?? 0);
    }),
});

const retention = (database: Database): Pick<Verifications, 'overdue' | 'forgetOverdue'> => ({
  // One look into an index for each organization, whatever lies in the log; the limit keeps the planner from a join of the two.
  overdue: ({ now, daysDefault }, limit) =>
    database.read(async (queries) => {
      const end = (days: SQL) => sql`${now.toISOString()}::timestamptz - make_interval(days => ${days})`;
      const { rows } = await queries.execute<{ id: string | null }>(sql`
        (select o.id from ${organizations} o cross join lateral (
          select 1 from ${verificationLogs} v where v.organization_id = o.id
            and v.created_at < ${end(sql`coalesce(o.retention_days, ${daysDefault}::integer)`)} limit 1) v
          limit ${limit})
        union all
        (select null from ${verificationLogs} v where v.organization_id is null
          and v.created_at < ${end(sql`${daysDefault}::integer`)} order by v.organization_id, v.created_at limit 1)`);
      return rows.map(({ id }) => id);
    }),

  forgetOverdue: (organizationId, { now, daysDefault }, limit, audit) =>
    database.write(async (transaction) => {
      const own = organizationId === null ? null : await lockedRetentionDays(transaction, organizationId);
      const days = own ?? daysDefault;
      const overdue = transaction
        .select({ id: verificationLogs.id })
        .from(verificationLogs)
        .where(
          and(
            organizationId === null
              ? isNull(verificationLogs.organizationId)
              : eq(verificationLogs.organizationId, organizationId),
            lt(verificationLogs.createdAt, new Date(now.getTime() - days * DAY_MS)),
          ),
        )
        .limit(limit);
      const gone = await transaction
        .delete(verificationLogs)
        .where(inArray(verificationLogs.id, overdue))
        .returning({ id: verificationLogs.id });
      if (organizationId !== null && gone.length > 0)
        await appendAudit(transaction, organizationId, [audit(gone.length)]);
      return gone.length;
    }),
});

/** Of the log, read at once: a row has some ten kilobytes. */
const READ_AT_ONCE = 200;

async function* logged(database: Database, since: Date | null, limit: number): AsyncGenerator<VerificationEntry> {
  const { id, createdAt } = verificationLogs;
  let last: VerificationEntry | null = null;
  for (let left = limit; left > 0; left -= READ_AT_ONCE) {
    const before: VerificationEntry | null = last;
    const rows = await database.read((queries) =>
      queries
        .select()
        .from(verificationLogs)
        .where(
          and(
            since === null ? undefined : gte(createdAt, since),
            before === null
              ? undefined
              : or(lt(createdAt, before.createdAt), and(eq(createdAt, before.createdAt), lt(id, before.id))),
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(Math.min(left, READ_AT_ONCE)),
    );
    for (const row of rows) yield (last = entryOf(row));
    if (rows.length < READ_AT_ONCE) return;
  }
}

/** Locked, so that nobody prolongs the time meanwhile, and the chain of the audit log does not fork. */
async function lockedRetentionDays(transaction: Queries, organizationId: string): Promise<number | null> {
  const [row] = await transaction
    .select({ days: organizations.retentionDays })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update');
  return row?.days ?? null;
}

/** The copy is not a column of its own, since only the few pictures that were copied are ever asked for. */
async function sightings(queries: Queries, assetId: string): ReturnType<Verifications['sightings']> {
  const copyId = sql<string>`${verificationLogs.evidence} #>> '{description,copyId}'`;
  const rows = await queries
    .select({ copyId, checks: count(), lastAt: max(verificationLogs.createdAt) })
    .from(verificationLogs)
    .where(and(eq(verificationLogs.verifiedAssetId, assetId), isNotNull(copyId)))
    .groupBy(copyId);
  return new Map(rows.flatMap(({ copyId: id, checks, lastAt }) => (lastAt ? [[id, { checks, lastAt }]] : [])));
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
      userId: verificationLogs.userId,
      apiKeyId: verificationLogs.apiKeyId,
      assetId: verificationLogs.verifiedAssetId,
      matchedAsset: {
        id: assets.id,
        organizationId: assets.organizationId,
        title: assets.title,
        originalFilename: assets.originalFilename,
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

const historyCondition = (ownerId: string | null, query: HistoryQuery) => {
  const { organizationId, verdict, userId, apiKeyId, from, to } = query;
  return and(
    ownerId === null ? undefined : eq(verificationLogs.userId, ownerId),
    userId === undefined ? undefined : eq(verificationLogs.userId, userId),
    apiKeyId === undefined ? undefined : eq(verificationLogs.apiKeyId, apiKeyId),
    organizationId === undefined ? undefined : eq(verificationLogs.organizationId, organizationId),
    verdict && eq(verificationLogs.verdict, verdict),
    from && gte(verificationLogs.createdAt, from),
    to && lte(verificationLogs.createdAt, to),
  );
};
