/** The audit log: entries are appended while their organization is locked, so that the chain never forks. @module */
import { auditHash } from '@assay/core/provenance/auditChain';
import { desc, eq } from 'drizzle-orm';
import { type AuditDraft, type AuditEntry, auditRecord } from '../../../app/ports/accounts/auditLog.ts';
import type { Queries } from '../connection/database.ts';
import { auditLog } from '../schema/access.ts';
import { storableJson, storableText } from '../connection/storable.ts';

/** What is in the columns of words and JSON, `appendAudit` put there. */
export const toAuditEntry = (row: typeof auditLog.$inferSelect): AuditEntry => row as AuditEntry;

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
