/** What ends with a password, and with "all sessions": docs/spec/accounts.md#what-ends-with-a-password. @module */
import { newAudit, type Trace } from '../../audit.ts';
import { newEvent } from '../../newEvent.ts';
import type { User } from '../../ports/accounts/accounts.ts';
import type { CredentialEnd } from '../../ports/accounts/credentials.ts';
import type { Ports } from '../../ports/ports.ts';

/**
 * Whoever knew the password may have made keys with it, so they go unless the person asks for them.
 * @param keptSessionId the session that goes on, or null
 */
export const credentialEnd = (
  deps: Pick<Ports, 'clock' | 'ids'>,
  user: User,
  trace: Trace,
  {
    keptSessionId,
    keepApiKeys,
    mail,
  }: Pick<CredentialEnd, 'keptSessionId' | 'mail'> & { readonly keepApiKeys: boolean },
): CredentialEnd => ({
  keptSessionId,
  mail,
  revokeKey: keepApiKeys
    ? null
    : ({ id, name, organizationId }) => ({
        audit: newAudit(deps, { kind: 'user', user, sessionId: '' }, trace, {
          action: 'api_key.revoked',
          target: ['api_key', id],
          details: { name },
        }),
        event: newEvent(deps, organizationId, 'api_key.revoked', { key_id: id, name }),
      }),
});
