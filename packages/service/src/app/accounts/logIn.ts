/** Sessions: log in by password, log out. @module */
import { AppError } from '@assay/core/errors';
import type { Ports } from '../ports/ports.ts';
import type { Requester, UserCaller } from './caller.ts';
import { type LoggedIn, openSession } from './openSession.ts';
import { normalPassword } from './password/passwordRules.ts';

/**
 * @throws {AppError} INVALID_CREDENTIALS, the same words after the same time for a wrong address and a wrong password;
 * RATE_LIMITED after several of them, alike for an account and for none
 */
export async function logIn(
  deps: Pick<Ports, 'users' | 'sessions' | 'passwords' | 'tokens' | 'clock' | 'ids' | 'loginGuard' | 'addressRules'>,
  input: { readonly email: string; readonly password: string },
  from: Requester,
): Promise<LoggedIn> {
  const subject = `${input.email.toLowerCase()} from ${deps.addressRules.networkOf(from.ip ?? '')}`;
  await deps.loginGuard.attempt(subject);
  const user = await deps.users.findByEmail(input.email);
  const password = normalPassword(input.password);
  const fits = await deps.passwords.verify(password, user?.passwordHash ?? null);
  if (!user?.passwordHash || !fits)
    throw new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.');
  await deps.loginGuard.succeeded(subject);

  const now = deps.clock.now();
  const stale = deps.passwords.needsRehash(user.passwordHash);
  await deps.users.recordLogin(user.id, now, stale ? await deps.passwords.hash(password) : null);
  return openSession(deps, user, from, deps.ids.uuid());
}

/** Ends the caller's session: its access and refresh tokens are refused from now on. */
export async function logOut(deps: Pick<Ports, 'sessions' | 'clock'>, caller: UserCaller): Promise<void> {
  const ended = await deps.sessions.revoke(caller.sessionId, deps.clock.now());
  if (!ended) throw new AppError('INVALID_TOKEN', 'This session has ended already.');
}
