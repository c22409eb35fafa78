/** Proof that whoever holds an access token is the person behind the account, before something that cannot be undone. @module */
import { AppError } from '@assay/core/errors';
import type { Ports } from '../../ports/ports.ts';
import type { UserCaller } from '../caller.ts';
import { normalPassword } from './passwordRules.ts';

/** For people without a password: how long ago the sign-in may be, ms. */
const RECENT_MS = 10 * 60 * 1000;

/** The body member that carried the password. */
const missing = (field: string): AppError =>
  new AppError('VALIDATION_ERROR', `${field}: send the password of the account for this`, {
    errors: [{ field, location: 'body', code: 'required', message: 'send the password of the account for this' }],
  });

/**
 * @param field the name of the body member, for the error
 * @throws {AppError} VALIDATION_ERROR when the password is missing, INVALID_CREDENTIALS when it is wrong, or when an
 * account without one signed in too long ago, RATE_LIMITED after several wrong ones: a stolen access token must not be a
 * way around the guard of the log-in
 */
export async function confirmIdentity(
  deps: Pick<Ports, 'passwords' | 'sessions' | 'clock' | 'loginGuard'>,
  { user, sessionId }: UserCaller,
  password: string | null,
  field: string,
): Promise<void> {
  if (user.passwordHash === null) {
    const session = await deps.sessions.find(sessionId);
    if (session && deps.clock.now().getTime() - session.createdAt.getTime() <= RECENT_MS) return;
    throw new AppError(
      'INVALID_CREDENTIALS',
      'This account has no password. Sign in again through your provider, then repeat this within ten minutes.',
    );
  }
  if (password === null) throw missing(field);
  // By account alone: whoever holds the token may come from any number of addresses. Logging in is counted apart.
  const subject = `identity of ${user.id}`;
  await deps.loginGuard.attempt(subject);
  if (!(await deps.passwords.verify(normalPassword(password), user.passwordHash)))
    throw new AppError('INVALID_CREDENTIALS', 'The password is wrong.');
  await deps.loginGuard.succeeded(subject);
}
