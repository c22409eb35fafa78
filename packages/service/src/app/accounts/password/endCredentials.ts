/** What ends with a password, and with "all sessions": docs/spec/accounts.md#what-ends-with-a-password. @module */
import { type AuditAction, newAudit, systemAudit, type Trace } from '../../audit.ts';
import { newEvent } from '../../newEvent.ts';
import type { User } from '../../ports/accounts/accounts.ts';
import type { ApiKey } from '../../ports/accounts/apiKeys.ts';
import type { AuditDraft } from '../../ports/accounts/auditLog.ts';
import type { CredentialEnd, KeyRevocation } from '../../ports/accounts/credentials.ts';
import type { Ports } from '../../ports/ports.ts';

type Deps = Pick<Ports, 'clock' | 'ids'>;

/** How the end of a key is told to its organization. */
const keyRevoked =
  (deps: Deps, auditOf: (action: AuditAction) => AuditDraft) =>
  ({ id, name, organizationId }: ApiKey): KeyRevocation => ({
    audit: auditOf({ action: 'api_key.revoked', target: ['api_key', id], details: { name } }),
    event: newEvent(deps, organizationId, 'api_key.revoked', { key_id: id, name }),
  });

const invitationRevoked =
  (auditOf: (action: AuditAction) => AuditDraft) =>
  (id: string): AuditDraft =>
    auditOf({ action: 'invitation.revoked', target: ['invitation', id] });

/**
 * Whoever knew the password may have invited a second account, and made keys with it; these go unless the person asks for them.
 * @param keptSessionId the session that goes on, or null
 */
export const credentialEnd = (
  deps: Deps,
  user: User,
  trace: Trace,
  {
    keptSessionId,
    keepApiKeys,
    mail,
  }: Pick<CredentialEnd, 'keptSessionId' | 'mail'> & { readonly keepApiKeys: boolean },
): CredentialEnd => {
  const auditOf = (action: AuditAction) => newAudit(deps, { kind: 'user', user, sessionId: '' }, trace, action);
  return {
    keptSessionId,
    mail,
    revokeInvitation: invitationRevoked(auditOf),
    revokeKey: keepApiKeys ? null : keyRevoked(deps, auditOf),
  };
};

/** The same by the operator. @param onKey called for each key that ends */
export const credentialEndByOperator = (
  deps: Deps,
  { mail, keepApiKeys }: Pick<CredentialEnd, 'mail'> & { readonly keepApiKeys: boolean },
  onKey: () => void,
): CredentialEnd => {
  const auditOf = (action: AuditAction) => systemAudit(deps, action);
  const revoked = keyRevoked(deps, auditOf);
  return {
    keptSessionId: null,
    mail,
    revokeInvitation: invitationRevoked(auditOf),
    revokeKey: keepApiKeys
      ? null
      : (key) => {
          onKey();
          return revoked(key);
        },
  };
};
