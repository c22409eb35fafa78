/** From a credential to a caller. @module */
import { AppError } from '@assay/core/errors';
import type { Ports } from '../ports/ports.ts';
import type { Caller, KeyCaller, UserCaller } from './caller.ts';
import { callerOfMachineToken } from './machineTokens.ts';
import { usableKey } from '../keys/usableKey.ts';

/** What a request carried; null = header absent. */
export interface Credentials {
  readonly authorization: string | null;
  readonly apiKey: string | null;
  /** The organization that the request names, asked only if both credentials were sent. */
  readonly organizationId: () => string | null;
}

export type IdentifyDeps = Pick<
  Ports,
  'tokens' | 'sessions' | 'users' | 'clock' | 'memberships' | 'apiKeys' | 'keySecrets'
>;

/** RFC 6750, 2.1: the scheme's case does not matter, one token68 follows. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * The caller, or null when no credential was sent. `Authorization` wins over `X-API-Key`
 * (docs/spec/api.md#credentials).
 * @throws {AppError} TOKEN_EXPIRED, INVALID_TOKEN, INVALID_API_KEY: a bad credential is never treated as none;
 * AMBIGUOUS_CREDENTIALS when both are good and act in different organizations
 */
export async function identify(deps: IdentifyDeps, credentials: Credentials): Promise<Caller | null> {
  const { authorization, apiKey } = credentials;
  if (authorization === null) return apiKey === null ? null : callerOfKey(deps, apiKey);
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined)
    throw new AppError('INVALID_TOKEN', 'Send the access token as "Authorization: Bearer <ACCESS_TOKEN>".');
  const caller = await callerOfToken(deps, token);
  if (apiKey !== null) await assertSameOrganization(deps, caller, credentials, apiKey);
  return caller;
}

/** The session is looked up on every request, so that a logout takes effect at once. */
async function callerOfToken(deps: IdentifyDeps, token: string): Promise<UserCaller | KeyCaller> {
  const claims = await deps.tokens.verify(token, 'access');
  if (claims.scopes) return callerOfMachineToken(deps, claims);
  const session = await deps.sessions.find(claims.sessionId);
  if (!session || session.userId !== claims.userId || session.revokedAt || session.expiresAt <= deps.clock.now())
    throw new AppError('INVALID_TOKEN', 'This session has ended. Log in again.');
  const user = await deps.users.find(claims.userId);
  if (!user) throw new AppError('INVALID_TOKEN', 'The account of this token no longer exists.');
  return { kind: 'user', user, sessionId: session.id };
}

/** `last_used_at` is written at most once in this time, so that a busy key does not cost a write each request; ms. */
const USE_PRECISION_MS = 60_000;

async function callerOfKey(deps: IdentifyDeps, secret: string): Promise<KeyCaller> {
  const { key, user } = await usableKey(deps, secret);
  const now = deps.clock.now();
  const minuteAgo = new Date(now.getTime() - USE_PRECISION_MS);
  if (!key.lastUsedAt || key.lastUsedAt <= minuteAgo) await deps.apiKeys.recordUse(key.id, now, minuteAgo);
  return { kind: 'key', user, key };
}

/** A key that is no good is as good as not sent: the token decides. */
async function assertSameOrganization(
  deps: IdentifyDeps,
  caller: UserCaller | KeyCaller,
  { organizationId }: Credentials,
  secret: string,
): Promise<void> {
  const usable = await usableKey(deps, secret).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.code === 'INVALID_API_KEY') return null;
    throw cause;
  });
  if (!usable) return;
  const acting =
    caller.kind === 'key'
      ? caller.key.organizationId
      : (organizationId() ?? (await deps.memberships.personal(caller.user.id)).organization.id);
  if (usable.key.organizationId !== acting)
    throw new AppError(
      'AMBIGUOUS_CREDENTIALS',
      'The access token and the API key act in different organizations. Send one of them.',
    );
}
