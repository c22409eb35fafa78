/** Who did what: entries of the audit log, which the repository puts into the chain. @module */
import type { Caller } from './accounts/caller.ts';
import type { AuditDraft } from './ports/accounts/auditLog.ts';
import type { Ports } from './ports/ports.ts';

/** Of the request that asks for a change. */
export interface Trace {
  readonly ip: string | null;
  readonly requestId: string | null;
}

export interface AuditAction {
  readonly action: string;
  readonly target?: readonly [kind: string, id: string];
  readonly details?: NonNullable<AuditDraft['details']>;
}

/** What no caller asked for. */
export const systemAudit = (
  deps: Pick<Ports, 'clock' | 'ids'>,
  { action, target, details }: AuditAction,
): AuditDraft => ({
  id: deps.ids.uuid(),
  actorId: null,
  actorKind: 'system',
  action,
  targetKind: target?.[0] ?? null,
  targetId: target?.[1] ?? null,
  details: details ?? null,
  requesterIp: null,
  requestId: null,
  createdAt: deps.clock.now(),
});

export const newAudit = (
  deps: Pick<Ports, 'clock' | 'ids'>,
  caller: Caller,
  trace: Trace,
  { action, target, details }: AuditAction,
): AuditDraft => ({
  id: deps.ids.uuid(),
  actorId: caller.kind === 'key' ? caller.key.id : caller.user.id,
  actorKind: caller.kind === 'key' ? 'api_key' : 'user',
  action,
  targetKind: target?.[0] ?? null,
  targetId: target?.[1] ?? null,
  details: details ?? null,
  requesterIp: trace.ip,
  requestId: trace.requestId,
  createdAt: deps.clock.now(),
});
