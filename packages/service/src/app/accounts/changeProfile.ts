/** What people change of their own account. @module */
import { AppError } from '@assay/core/errors';
import { changeEmailMail, emailChangeAskedMail } from '../mail/accountMails.ts';
import type { User } from '../ports/accounts/accounts.ts';
import type { Ports } from '../ports/ports.ts';
import { cancelEmailChangeLink, verifyEmailLink } from './accountLinks.ts';
import type { UserCaller } from './caller.ts';
import { confirmIdentity } from './password/confirmIdentity.ts';
import { makeMailToken, quietSince } from './mailTokens.ts';
import { accountVersion, assertVersion, type Expected } from '../versions.ts';

export interface ProfileChange {
  readonly fullName?: string | null;
  /** Trimmed and valid, see `isEmail`. */
  readonly email?: string;
  readonly currentPassword: string | null;
  readonly expected: Expected;
}

type Deps = Pick<
  Ports,
  'users' | 'sessions' | 'passwords' | 'loginGuard' | 'mailTokens' | 'oneTimeTokens' | 'ids' | 'clock'
>;

/**
 * The name changes at once, the address when the mail sent to the new one is answered and the waiting time is over
 * (docs/spec/accounts.md#a-new-address); until then the old one counts.
 * @returns the account as it is now
 * @throws {AppError} VALIDATION_ERROR, INVALID_CREDENTIALS and RATE_LIMITED (an address needs the password), EMAIL_ALREADY_EXISTS,
 *   PRECONDITION_FAILED
 */
export async function changeProfile(
  deps: Deps,
  caller: UserCaller,
  { fullName, email, currentPassword, expected }: ProfileChange,
  base: string,
): Promise<User> {
  const { user } = caller;
  const inVersion = (now: User): void => assertVersion(accountVersion(now), expected);
  inVersion(user);
  if (email !== undefined && email !== user.email) await askForNewEmail(deps, caller, email, currentPassword, base);
  if (fullName !== undefined) await deps.users.rename(user.id, fullName, deps.clock.now(), inVersion);
  return (await deps.users.find(user.id)) ?? user;
}

async function askForNewEmail(
  deps: Deps,
  caller: UserCaller,
  email: string,
  password: string | null,
  base: string,
): Promise<void> {
  const { user } = caller;
  await confirmIdentity(deps, caller, password, 'current_password');
  const holder = await deps.users.findByEmail(email);
  if (holder && holder.id !== user.id)
    throw new AppError('EMAIL_ALREADY_EXISTS', 'An account with this e-mail address exists.');
  const change = makeMailToken(deps, user, 'change', email);
  // Every change that is asked for is told, and each of these links stops all of them.
  const cancel = makeMailToken(deps, user, 'cancel', user.email);
  const mails = [
    {
      ...emailChangeAskedMail(user, email, cancelEmailChangeLink(base, cancel.text)),
      validForMs: cancel.validForMs,
    },
    {
      ...changeEmailMail({ email, language: user.language }, verifyEmailLink(base, change.text)),
      validForMs: change.validForMs,
    },
  ];
  await deps.mailTokens.issue([change.token, cancel.token], mails, quietSince(deps));
}
