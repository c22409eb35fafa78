/** Entries of the audit log. @module */

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
