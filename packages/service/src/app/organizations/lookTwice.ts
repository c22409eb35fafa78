/** The check of audit logs that grow while they are read. @module */
import type { AuditCheck, CheckedAuditLog } from './checkAuditLogs.ts';

const isWhole = ({ logFinding, strayFindings, logs }: AuditCheck): boolean =>
  logFinding === null && strayFindings.length === 0 && logs.every(({ findings }) => findings.length === 0);

/**
 * A head that came in between two reads seems to lack its leaf, or a leaf its head: what a second look does not find as well is no
 * finding. What was changed or cut off stays so.
 */
export async function lookTwice(look: () => Promise<AuditCheck>): Promise<AuditCheck> {
  const first = await look();
  if (isWhole(first)) return first;
  const second = await look();
  const before = new Map(first.logs.map((log) => [log.organizationId, log]));
  const lasting = (log: CheckedAuditLog): CheckedAuditLog => {
    const { findings = [] } = before.get(log.organizationId) ?? {};
    const kept = log.findings.filter((finding) => findings.includes(finding));
    return { ...log, findings: kept, faults: log.faults.filter(({ says }) => kept.includes(says)) };
  };
  return {
    ...second,
    logFinding: first.logFinding === null ? null : second.logFinding,
    strayFindings: second.strayFindings.filter((finding) => first.strayFindings.includes(finding)),
    logs: second.logs.map(lasting),
  };
}
