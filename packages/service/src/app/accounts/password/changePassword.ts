/** A new password for somebody who knows the old one. @module */
import { AppError } from '@assay/core/errors';
import type { Trace } from '../../audit.ts';
import { passwordChangedMail } from '../../mail/accountMails.ts';
import type { Ports } from '../../ports/ports.ts';
import type { UserCaller } from '../caller.ts';
import { confirmIdentity } from './confirmIdentity.ts';
import { credentialEnd } from './endCredentials.ts';
import { assertPassword, normalPassword } from './passwordRules.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Else those that the person made end as well. */
  readonly keepApiKeys: boolean;
}

/** The caller's session goes on; all others, links in mails and API keys end. @throws {AppError} INVALID_CREDENTIALS, RATE_LIMITED, WEAK_PASSWORD, CONFLICT */
export async function changePassword(
  deps: Pick<Ports, 'users' | 'sessions' | 'passwords' | 'loginGuard' | 'clock' | 'ids' | 'limits'>,
  caller: UserCaller,
  trace: Trace,
  { currentPassword, newPassword, keepApiKeys }: PasswordChange,
): Promise<void> {
  const { user, sessionId } = caller;
  if (user.passwordHash === null)
    throw new AppError('CONFLICT', 'This account has no password yet. Set one through POST /v1/auth/forgot-password.');
  await confirmIdentity(deps, caller, currentPassword, 'current_password');
  assertPassword(newPassword, { ...user, charsMin: deps.limits.passwordCharsMin });
  const hash = await deps.passwords.hash(normalPassword(newPassword));
  const end = credentialEnd(deps, user, trace, {
    keptSessionId: sessionId,
    keepApiKeys,
    mail: passwordChangedMail(user),
  });
  await deps.users.setPassword(user.id, hash, deps.clock.now(), end);
}
