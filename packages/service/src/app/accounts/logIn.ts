/** Sessions: log in, refresh, log out. @module */
import { AppError } from '@assay/core/errors';
import { addressOf } from '../limits/principal.ts';
import type { Ports } from '../ports/ports.ts';
import type { Requester, UserCaller } from './caller.ts';
import { normalPassword } from './passwordRules.ts';

/** Configured lifetimes; interface.md, "Authentication", rule 2. */
export const ACCESS_LIFETIME_S = 60 * 60;
export const REFRESH_LIFETIME_S = 30 * 24 * 60 * 60;

export interface LoggedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/**
 * @throws {AppError} INVALID_CREDENTIALS, the same words after the same time for a wrong address and a wrong password;
 * RATE_LIMITED after several of them, alike for an account and for none (G78)
 */
export async function logIn(
  deps: Pick<Ports, 'users' | 'sessions' | 'passwords' | 'tokens' | 'clock' | 'ids' | 'loginGuard'>,
  input: { readonly email: string; readonly password: string },
  from: Requester,
): Promise<LoggedIn> {
  const subject = `${input.email.toLowerCase()} from ${addressOf(from.ip ?? '')}`;
  await deps.loginGuard.attempt(subject);
  const user = await deps.users.findByEmail(input.email);
  const password = normalPassword(input.password);
  const fits = await deps.passwords.verify(password, user?.passwordHash ?? null);
  if (!user || !fits) throw new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.');
  await deps.loginGuard.succeeded(subject);

  const now = deps.clock.now();
  const stale = deps.passwords.needsRehash(user.passwordHash);
  const expiresAt = new Date(now.getTime() + REFRESH_LIFETIME_S * 1000);
  const session = { id: deps.ids.uuid(), userId: user.id, createdAt: now, expiresAt, revokedAt: null, ...from };
  await deps.sessions.create(session);
  await deps.users.recordLogin(user.id, now, stale ? await deps.passwords.hash(password) : null);

  const claims = { userId: user.id, sessionId: session.id, tier: user.tier };
  return {
    accessToken: await deps.tokens.issue({ ...claims, type: 'access' }, ACCESS_LIFETIME_S),
    refreshToken: await deps.tokens.issue({ ...claims, type: 'refresh' }, REFRESH_LIFETIME_S),
  };
}

/**
 * A new access token; the refresh token stays valid to its own end (G80).
 * @throws {AppError} TOKEN_EXPIRED, INVALID_TOKEN (not a refresh token, or the session has ended)
 */
export async function refreshAccess(
  deps: Pick<Ports, 'users' | 'sessions' | 'tokens' | 'clock'>,
  refreshToken: string,
): Promise<string> {
  const claims = await deps.tokens.verify(refreshToken, 'refresh');
  const session = await deps.sessions.find(claims.sessionId);
  const user = await deps.users.find(claims.userId);
  if (!user || !session || session.userId !== user.id || session.revokedAt || session.expiresAt <= deps.clock.now())
    throw new AppError('INVALID_TOKEN', 'This session has ended. Log in again.');
  return deps.tokens.issue(
    { userId: user.id, sessionId: session.id, tier: user.tier, type: 'access' },
    ACCESS_LIFETIME_S,
  );
}

/** Ends the caller's session: its access and refresh tokens are refused from now on (G82). */
export async function logOut(deps: Pick<Ports, 'sessions' | 'clock'>, caller: UserCaller): Promise<void> {
  const ended = await deps.sessions.revoke(caller.sessionId, deps.clock.now());
  if (!ended) throw new AppError('INVALID_TOKEN', 'This session has ended already.');
}
