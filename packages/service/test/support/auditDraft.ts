/** An entry for an audit log. @module */
import { randomUUID } from 'node:crypto';
import type { AuditDraft } from '../../src/app/ports/accounts/auditLog.ts';
import { NOW } from './fixtures.ts';

export const auditDraft = (action: string, createdAt: Date = NOW): AuditDraft => ({
  id: randomUUID(),
  actorId: null,
  actorKind: 'system',
  action,
  targetKind: null,
  targetId: null,
  details: { of: action },
  requesterIp: '192.0.2.1',
  requestId: null,
  createdAt,
});
