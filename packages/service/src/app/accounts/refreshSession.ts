/**
 * A fresh access token for a session, with rotation of its refresh token unless it is declined: docs/spec/accounts.md#refresh.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { tokenReusedMail } from '../mail/accountMails.ts';
import type { Ports } from '../ports/ports.ts';
import { ACCESS_LIFETIME_S, REFRESH_LIFETIME_S, SESSION_LIFETIME_S } from './openSession.ts';

type Deps = Pick<Ports, 'users' | 'sessions' | 'tokens' | 'clock' | 'ids'>;

export interface Refreshed {
  readonly accessToken: string;
  /** Takes the place of the one that was shown; null without rotation. */
  readonly refreshToken: string | null;
}

/**
 * Without rotation the refresh token stays valid to its own end.
 * @throws {AppError} TOKEN_EXPIRED, INVALID_TOKEN (not a refresh token, or the session has ended), TOKEN_REUSED
 */
export async function refreshSession(deps: Deps, refreshToken: string, rotate: boolean): Promise<Refreshed> {
  const { userId, sessionId, tokenId } = await deps.tokens.verify(refreshToken, 'refresh');
  const at = deps.clock.now();
  const session = await deps.sessions.find(sessionId);
  const user = await deps.users.find(userId);
  if (!user || !session || session.userId !== user.id || session.revokedAt || session.expiresAt <= at)
    throw new AppError('INVALID_TOKEN', 'This session has ended. Log in again.');

  const lastMoment = session.createdAt.getTime() + SESSION_LIFETIME_S * 1000;
  const expiresAt = new Date(Math.min(at.getTime() + REFRESH_LIFETIME_S * 1000, lastMoment));
  const rotation = rotate ? { tokenId: deps.ids.uuid(), expiresAt } : null;
  const outcome = await deps.sessions.useRefresh({
    sessionId,
    tokenId,
    at,
    rotation,
    warning: tokenReusedMail(user),
  });
  if (outcome.state === 'reused') throw reused();

  const claims = { userId, sessionId, tier: user.tier };
  const accessToken = await deps.tokens.issue({ ...claims, type: 'access' }, ACCESS_LIFETIME_S);
  if (outcome.state === 'accepted') return { accessToken, refreshToken: null };
  const lifetimeS = Math.floor((outcome.expiresAt.getTime() - outcome.issuedAt.getTime()) / 1000);
  return { accessToken, refreshToken: await deps.tokens.issue({ ...claims, type: 'refresh' }, lifetimeS, outcome) };
}

/** Ends the session of a refresh token, whatever is left of it: whoever signs out wants no failure to read. */
export async function endRefreshedSession(
  deps: Pick<Ports, 'sessions' | 'tokens' | 'clock'>,
  refreshToken: string,
): Promise<void> {
  try {
    const { sessionId } = await deps.tokens.verify(refreshToken, 'refresh');
    await deps.sessions.revoke(sessionId, deps.clock.now());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Either the thief or the person holds the newer token; both lose the session, and the person hears why. */
const reused = (): AppError =>
  new AppError(
    'TOKEN_REUSED',
    'This refresh token was replaced before, so somebody may have a copy. The session has ended; log in again.',
  );
