/** A session from its first tokens on, however the person signed in. @module */
import { AppError } from '@assay/core/errors';
import type { SignInFacts, User } from '../ports/accounts/accounts.ts';
import type { Ports } from '../ports/ports.ts';
import type { Requester } from './caller.ts';

/** Lifetimes of the contract: docs/spec/accounts.md#tokens. */
export const ACCESS_LIFETIME_S = 60 * 60;
export const REFRESH_LIFETIME_S = 30 * 24 * 60 * 60;

/** However often its refresh token is replaced: after that the person proves again who it is. */
export const SESSION_LIFETIME_S = 90 * 24 * 60 * 60;

export interface LoggedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/**
 * @param sessionId a fresh one, or one that can be used a single time
 * @throws {AppError} INVALID_TOKEN when it was used
 */
export async function openSession(
  deps: Pick<Ports, 'sessions' | 'tokens' | 'clock'>,
  user: User,
  from: Requester,
  sessionId: string,
  facts: SignInFacts = { rehashed: null, language: null },
): Promise<LoggedIn> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + REFRESH_LIFETIME_S * 1000);
  const session = { id: sessionId, userId: user.id, createdAt: now, expiresAt, revokedAt: null, ...from };
  if (!(await deps.sessions.create(session, facts)))
    throw new AppError('INVALID_TOKEN', 'This sign-in was used already.');
  const claims = { userId: user.id, sessionId, tier: user.tier };
  return {
    accessToken: await deps.tokens.issue({ ...claims, type: 'access' }, ACCESS_LIFETIME_S),
    refreshToken: await deps.tokens.issue({ ...claims, type: 'refresh' }, REFRESH_LIFETIME_S),
  };
}
