/** Holds every audit log to its heads in the transparency log, and that log to what it has signed. @module */
import { sameBytes } from '@assay/core/encoding/sameBytes';
import { type AuditFinding, findAuditFaults } from '@assay/core/provenance/auditCheck';
import { auditHeadEntry, isAuditHeadEntry } from '@assay/core/transparency/auditHead';
import type { LoggedAuditHead, StoredAuditLogs } from '../ports/accounts/auditLog.ts';
import type { InspectedLog } from '../transparency/inspectLog.ts';
import type { StoredLeaf } from '../ports/ledger/transparencyKeeping.ts';

export interface CheckedAuditLog {
  readonly organizationId: string;
  /** Null: the organization is gone, and only its heads are left. */
  readonly slug: string | null;
  readonly entries: number;
  readonly heads: number;
  /** Entries after the newest head: that their end was cut off would not be seen yet. */
  readonly unsigned: number;
  /** Empty if all is well. */
  readonly findings: readonly string[];
  readonly faults: readonly AuditFinding[];
}

export interface AuditCheck {
  /** Of the transparency log itself. */
  readonly logFinding: string | null;
  /** Entries of it that were read. */
  readonly logSize: number;
  /** What belongs to no organization. */
  readonly strayFindings: readonly string[];
  readonly logs: readonly CheckedAuditLog[];
}

export interface AuditCheckDeps {
  readonly auditLogs: StoredAuditLogs;
  readonly inspectLog: (see: (leaf: StoredLeaf) => void) => Promise<InspectedLog>;
}

/** @param organizationId null: all of them */
export async function checkAuditLogs(deps: AuditCheckDeps, organizationId: string | null): Promise<AuditCheck> {
  const { auditLogs } = deps;
  const leaves = new Map<string, Uint8Array>();
  const { size: logSize, finding: logFinding } = await deps.inspectLog((leaf) => {
    if (isAuditHeadEntry(leaf.entry)) leaves.set(leaf.id, leaf.entry);
  });
  const heads = await auditLogs.heads();
  const organizations = await auditLogs.organizations();
  const byOrganization = new Map<string, LoggedAuditHead[]>();
  for (const head of heads)
    byOrganization.set(head.organizationId, [...(byOrganization.get(head.organizationId) ?? []), head]);
  const ids =
    organizationId === null ? [...new Set([...organizations.keys(), ...byOrganization.keys()])] : [organizationId];
  const logs: CheckedAuditLog[] = [];
  for (const id of ids)
    logs.push(await checkOne(auditLogs, id, organizations.get(id)?.slug ?? null, byOrganization.get(id) ?? [], leaves));
  const known = new Set(heads.map(({ id }) => id));
  const stray = [...leaves.keys()].filter((id) => !known.has(id));
  const strayFindings = stray.map(
    (id) => `Leaf ${id} of the transparency log is the head of an audit log, and what it opens was removed.`,
  );
  return { logFinding, logSize, strayFindings, logs };
}

async function checkOne(
  auditLogs: StoredAuditLogs,
  organizationId: string,
  slug: string | null,
  heads: readonly LoggedAuditHead[],
  leaves: ReadonlyMap<string, Uint8Array>,
): Promise<CheckedAuditLog> {
  const records = await auditLogs.records(organizationId);
  // A head without its leaf is nobody's word but the database's.
  const signed = heads.filter((head) => isLogged(head, leaves));
  const newest = Math.max(0, ...signed.map(({ sequence }) => sequence));
  const isClosed = signed.some(({ isLast }) => isLast);
  const isGone = slug === null;
  const faults = isGone && records.length === 0 && isClosed ? [] : findAuditFaults(records, signed);
  const findings = [
    ...heads.filter((head) => !signed.includes(head)).map(unlogged),
    ...(isGone && !isClosed ? ['The organization is gone, and no last head says that it was deleted.'] : []),
    ...(!isGone && isClosed ? ['The organization is there, and a last head says that it was deleted.'] : []),
    ...faults.map(({ says }) => says),
  ];
  const unsigned = records.filter(({ sequence }) => sequence > newest).length;
  return { organizationId, slug, entries: records.length, heads: heads.length, unsigned, findings, faults };
}

function isLogged(head: LoggedAuditHead, leaves: ReadonlyMap<string, Uint8Array>): boolean {
  const leaf = leaves.get(head.id);
  return leaf !== undefined && sameBytes(leaf, auditHeadEntry(head));
}

const unlogged = ({ sequence }: LoggedAuditHead): string =>
  `The head of entry ${sequence} is not what the transparency log holds: one of the two was changed.`;
