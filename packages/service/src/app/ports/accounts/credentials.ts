/** The end of everything that was made for an account and lets somebody in. @module */
import type { ApiKey } from './apiKeys.ts';
import type { AuditDraft } from './auditLog.ts';
import type { OutboxEvent } from '../delivery/events.ts';
import type { Mail } from '../delivery/mail.ts';

/** How the end of one API key is told to its organization. */
export interface KeyRevocation {
  readonly audit: AuditDraft;
  readonly event: OutboxEvent;
}

/** Mail tokens and open invitations end always: a link that was asked for before is worth as much as a password. */
export interface CredentialEnd {
  /** The session that goes on; null: none. */
  readonly keptSessionId: string | null;
  /** Null: the API keys that the user made stay. */
  readonly revokeKey: ((key: ApiKey) => KeyRevocation) | null;
  /** How the end of an open invitation that the user made is told: it may be for a second account of somebody else. */
  readonly revokeInvitation: (id: string) => AuditDraft;
  /** Tells the person; null: the person did it and knows. */
  readonly mail: Mail | null;
}
