/** Heads of audit logs on their way into the transparency log. @module */
import { randomBytes } from 'node:crypto';
import { type AuditHead, auditHeadEntry } from '@assay/core/transparency/auditHead';
import { asc, desc, eq, sql } from 'drizzle-orm';
import {
  type AuditEntry,
  type AuditHeads,
  auditRecord,
  type StoredAuditLogs,
} from '../../../app/ports/accounts/auditLog.ts';
import type { Clock, Ids } from '../../../app/ports/runtime/runtime.ts';
import type { Database, Queries } from '../connection/database.ts';
import { auditHeads, auditLog } from '../schema/access.ts';
import { organizations } from '../schema/organizations.ts';
import { appendLeaf } from '../transparency/transparencyLeaves.ts';

const SALT_BYTES = 32;

interface HeadSettings {
  readonly ids: Pick<Ids, 'uuid'>;
  readonly clock: Clock;
}

type Head = Omit<AuditHead, 'salt'>;

/** Row and leaf in the transaction of the caller; nothing if this head went in before. */
async function addHead(transaction: Queries, { ids, clock }: HeadSettings, head: Head): Promise<boolean> {
  const row = { ...head, id: ids.uuid(), salt: randomBytes(SALT_BYTES), createdAt: clock.now() };
  const { rowCount } = await transaction.insert(auditHeads).values(row).onConflictDoNothing();
  if (rowCount !== 1) return false;
  await appendLeaf(transaction, { id: row.id, entry: auditHeadEntry(row), createdAt: row.createdAt });
  return true;
}

/**
 * The last head of an audit log, before its organization goes: without it the database refuses to let the entries go.
 * Call it with the row of the organization locked.
 */
export async function closeAuditLog(
  transaction: Queries,
  settings: HeadSettings,
  organizationId: string,
): Promise<void> {
  const [newest] = await transaction
    .select({ sequence: auditLog.sequence, hash: auditLog.hash })
    .from(auditLog)
    .where(eq(auditLog.organizationId, organizationId))
    .orderBy(desc(auditLog.sequence))
    .limit(1);
  if (newest) await addHead(transaction, settings, { organizationId, ...newest, isLast: true });
}

export const createAuditHeads = (database: Database, settings: HeadSettings): AuditHeads => ({
  async addDue(before, entries, limit) {
    const due = await database.read((queries) => dueHeads(queries, before, entries, limit));
    let added = 0;
    for (const head of due)
      if (await database.write((transaction) => addHead(transaction, settings, { ...head, isLast: false }))) added += 1;
    return added;
  },
});

/** Newest entries of logs that grew by `entries` since their last head, or whose oldest entry without one is older. */
async function dueHeads(
  queries: Queries,
  before: Date,
  entries: number,
  limit: number,
): Promise<Omit<Head, 'isLast'>[]> {
  const { rows } = await queries.execute<{ organization_id: string; sequence: string; hash: string }>(sql`
    select newest.organization_id, newest.sequence, newest.hash
    from organizations
    cross join lateral (
      select organization_id, sequence, hash from audit_log
      where organization_id = organizations.id order by sequence desc limit 1) newest
    left join lateral (
      select sequence from audit_heads
      where organization_id = organizations.id order by sequence desc limit 1) head on true
    where newest.sequence > coalesce(head.sequence, 0)
      and (newest.sequence - coalesce(head.sequence, 0) >= ${entries}
        or exists (select 1 from audit_log
          where organization_id = organizations.id and sequence = coalesce(head.sequence, 0) + 1
            and created_at <= ${before.toISOString()}))
    limit ${limit}`);
  return rows.map((row) => ({ organizationId: row.organization_id, sequence: Number(row.sequence), hash: row.hash }));
}

export const createStoredAuditLogs = (database: Database): StoredAuditLogs => ({
  organizations: () =>
    database.read(async (queries) => {
      const rows = await queries.select({ id: organizations.id, slug: organizations.slug }).from(organizations);
      return new Map(rows.map(({ id, slug }) => [id, { slug }]));
    }),
  heads: () =>
    database.read((queries) =>
      queries.select().from(auditHeads).orderBy(asc(auditHeads.createdAt), asc(auditHeads.sequence)),
    ),
  records: (organizationId) =>
    database.read(async (queries) => {
      const rows = await queries
        .select()
        .from(auditLog)
        .where(eq(auditLog.organizationId, organizationId))
        .orderBy(asc(auditLog.sequence));
      return rows.map((row) => auditRecord(row as AuditEntry));
    }),
});
