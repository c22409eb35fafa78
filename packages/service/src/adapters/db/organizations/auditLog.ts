/** The audit log: entries are appended while their organization is locked, so that the chain never forks. @module */
import { auditHash, type ChainedAuditRecord } from '@assay/core/provenance/auditChain';
import { desc, eq } from 'drizzle-orm';
import type { AuditDraft, AuditEntry } from '../../../app/ports/accounts/auditLog.ts';
import type { Queries } from '../connection/database.ts';
import { auditLog } from '../schema/access.ts';
import { storableJson, storableText } from '../connection/storable.ts';

/** What is in the columns of words and JSON, `appendAudit` put there. */
export const toAuditEntry = (row: typeof auditLog.$inferSelect): AuditEntry => row as AuditEntry;

/** The entry as it is hashed and published. */
export function auditRecord(entry: Omit<AuditEntry, 'hash'> & { readonly hash?: string }): ChainedAuditRecord {
  return {
    id: entry.id,
    organization_id: entry.organizationId,
    sequence: entry.sequence,
    actor_id: entry.actorId,
    actor_kind: entry.actorKind,
    action: entry.action,
    target_kind: entry.targetKind,
    target_id: entry.targetId,
    details: entry.details,
    requester_ip: entry.requesterIp,
    request_id: entry.requestId,
    created_at: entry.createdAt.toISOString(),
    prev_hash: entry.prevHash,
    hash: entry.hash ?? '',
  };
}

/** Call it with the row of the organization locked. */
export async function appendAudit(
  transaction: Queries,
  organizationId: string,
  drafts: readonly AuditDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  const [last] = await transaction
    .select({ sequence: auditLog.sequence, hash: auditLog.hash })
    .from(auditLog)
    .where(eq(auditLog.organizationId, organizationId))
    .orderBy(desc(auditLog.sequence))
    .limit(1);
  let previous = last ?? null;
  for (const draft of drafts) {
    const entry = {
      ...draft,
      details: storableJson(draft.details),
      requesterIp: storableText(draft.requesterIp),
      requestId: storableText(draft.requestId),
      organizationId,
      sequence: (previous?.sequence ?? 0) + 1,
      prevHash: previous?.hash ?? null,
    };
    const hash = auditHash(auditRecord(entry), entry.prevHash);
    await transaction.insert(auditLog).values({ ...entry, hash });
    previous = { sequence: entry.sequence, hash };
  }
}
