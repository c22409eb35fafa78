/** Who did what: entries of the audit log, which the repository puts into the chain. @module */
import type { Caller } from './accounts/caller.ts';
import type { AuditDraft } from './ports/organizations.ts';
import type { Ports } from './ports/ports.ts';

/** Of the request that asks for a change. */
export interface Trace {
  readonly ip: string | null;
  readonly requestId: string | null;
}

interface Deed {
  readonly action: string;
  readonly target?: readonly [kind: string, id: string];
  readonly details?: NonNullable<AuditDraft['details']>;
}

export const newAudit = (
  deps: Pick<Ports, 'clock' | 'ids'>,
  who: Caller,
  trace: Trace,
  { action, target, details }: Deed,
): AuditDraft => ({
  id: deps.ids.uuid(),
  actorId: who.kind === 'key' ? who.key.id : who.user.id,
  actorKind: who.kind === 'key' ? 'api_key' : 'user',
  action,
  targetKind: target?.[0] ?? null,
  targetId: target?.[1] ?? null,
  details: details ?? null,
  requesterIp: trace.ip,
  requestId: trace.requestId,
  createdAt: deps.clock.now(),
});
