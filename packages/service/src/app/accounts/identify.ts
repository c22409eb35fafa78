/** From a credential to a caller. @module */
import { AppError } from '@assay/core/errors';
import type { Ports } from '../ports/ports.ts';
import type { Caller } from './caller.ts';

/** What a request carried; null = header absent. */
export interface Credentials {
  readonly authorization: string | null;
  readonly apiKey: string | null;
}

/** RFC 6750, 2.1: the scheme's case does not matter, one token68 follows. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * The caller, or null when no credential was sent. `Authorization` wins over `X-API-Key` (3.1).
 * @throws {AppError} TOKEN_EXPIRED, INVALID_TOKEN, INVALID_API_KEY: a bad credential is never treated as none
 */
export async function identify(
  deps: Pick<Ports, 'tokens' | 'sessions' | 'users' | 'clock'>,
  { authorization, apiKey }: Credentials,
): Promise<Caller | null> {
  if (authorization !== null) {
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined)
      throw new AppError('INVALID_TOKEN', 'Send the access token as "Authorization: Bearer <ACCESS_TOKEN>".');
    return userOfToken(deps, token);
  }
  // No key can be made yet, so none can be valid.
  if (apiKey !== null)
    throw new AppError('INVALID_API_KEY', 'This API key is not known, or it was revoked or expired.');
  return null;
}

/** The session is looked up on every request, so that a logout takes effect at once (G82). */
async function userOfToken(
  deps: Pick<Ports, 'tokens' | 'sessions' | 'users' | 'clock'>,
  token: string,
): Promise<Caller> {
  const claims = await deps.tokens.verify(token, 'access');
  const session = await deps.sessions.find(claims.sessionId);
  if (!session || session.userId !== claims.userId || session.revokedAt || session.expiresAt <= deps.clock.now())
    throw new AppError('INVALID_TOKEN', 'This session has ended. Log in again.');
  const user = await deps.users.find(claims.userId);
  if (!user) throw new AppError('INVALID_TOKEN', 'The account of this token no longer exists.');
  return { kind: 'user', user, sessionId: session.id };
}
