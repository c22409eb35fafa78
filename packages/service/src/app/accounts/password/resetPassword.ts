/** A new password for somebody who lost the old one, or never had one. @module */
import type { Trace } from '../../audit.ts';
import { passwordChangedMail } from '../../mail/accountMails.ts';
import type { Ports } from '../../ports/ports.ts';
import { credentialEnd } from './endCredentials.ts';
import { spentToken, usableMailToken } from '../mailTokens.ts';
import { assertPassword, normalPassword } from './passwordRules.ts';

export interface PasswordReset {
  /** Of the mail. */
  readonly token: string;
  readonly password: string;
  /** Else those that the person made end as well. */
  readonly keepApiKeys: boolean;
}

/** Ends all sessions, links in mails and, unless asked, API keys. A weak password leaves the link usable. @throws {AppError} INVALID_TOKEN, GONE, WEAK_PASSWORD */
export async function resetPassword(
  deps: Pick<
    Ports,
    | 'users'
    | 'mailTokens'
    | 'oneTimeTokens'
    | 'passwords'
    | 'clock'
    | 'ids'
    | 'limits'
    | 'knownNetworks'
    | 'addressRules'
  >,
  trace: Trace,
  { token: text, password, keepApiKeys }: PasswordReset,
): Promise<void> {
  const token = await usableMailToken(deps, text, ['reset']);
  const user = await deps.users.find(token.userId);
  if (!user) throw spentToken();
  assertPassword(password, { ...user, charsMin: deps.limits.passwordCharsMin });
  const hash = await deps.passwords.hash(normalPassword(password));
  const end = credentialEnd(deps, user, trace, {
    keptSessionId: null,
    keepApiKeys,
    mail: passwordChangedMail(user),
  });
  if (!(await deps.mailTokens.resetPassword(token, hash, deps.clock.now(), end))) throw spentToken();
  // Who reads the mail is the person: guesses from elsewhere must not make him wait with his new password.
  await deps.knownNetworks.add(user.email.toLowerCase(), deps.addressRules.networkOf(trace.ip ?? ''));
}
