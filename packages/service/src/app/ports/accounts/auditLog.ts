/** Entries of the audit log, and its heads in the transparency log. @module */
import type { ChainedAuditRecord } from '@assay/core/provenance/auditChain';
import type { AuditHead } from '@assay/core/transparency/auditHead';

/** What somebody did, before its place in the chain is known. */
export interface AuditDraft {
  readonly id: string;
  readonly actorId: string | null;
  readonly actorKind: 'user' | 'api_key' | 'system';
  readonly action: string;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly details: Readonly<Record<string, string | number | boolean | null | readonly string[]>> | null;
  readonly requesterIp: string | null;
  readonly requestId: string | null;
  readonly createdAt: Date;
}

export interface AuditEntry extends AuditDraft {
  readonly organizationId: string;
  readonly sequence: number;
  readonly prevHash: string | null;
  readonly hash: string;
}

/** The entry as it is hashed and published. */
export function auditRecord(
  entry: Omit<AuditEntry, 'hash'> & { readonly hash?: string },
): ChainedAuditRecord & { readonly actor_kind: AuditEntry['actorKind'] } {
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

export interface AuditHeads {
  /**
   * Hands the newest heads to the transparency log: of logs that grew by `entries` since their last head, or whose oldest
   * entry without one was made before `before`.
   * @returns how many, at most `limit`
   */
  addDue(before: Date, entries: number, limit: number): Promise<number>;
}

/** A head as it went into the transparency log. */
export interface LoggedAuditHead extends AuditHead {
  /** Of the leaf. */
  readonly id: string;
}

/** With what its organization needs to find and open it in the transparency log. */
export interface PlacedAuditHead extends LoggedAuditHead {
  /** Of the leaf; null until it has a place, within seconds. */
  readonly index: number | null;
  readonly createdAt: Date;
}

/** Every audit log as it is stored, for whoever holds it to what was signed. */
export interface StoredAuditLogs {
  /** Organizations that are there, by their ids. */
  organizations(): Promise<ReadonlyMap<string, { readonly slug: string }>>;
  /** Of all organizations, also of those that are gone; the oldest first. */
  heads(): Promise<readonly LoggedAuditHead[]>;
  /** As they are hashed, by their sequence. */
  records(organizationId: string): Promise<readonly ChainedAuditRecord[]>;
}
