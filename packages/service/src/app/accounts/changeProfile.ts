/** What people change of their own account. @module */
import { AppError } from '@assay/core/errors';
import { changeEmailMail, emailChangeAskedMail } from '../mail/accountMails.ts';
import type { User } from '../ports/accounts/accounts.ts';
import type { Ports } from '../ports/ports.ts';
import { cancelEmailChangeLink, verifyEmailLink } from './accountLinks.ts';
import type { UserCaller } from './caller.ts';
import { confirmIdentity } from './password/confirmIdentity.ts';
import { issueMailToken } from './mailTokens.ts';
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
  | 'users'
  | 'sessions'
  | 'passwords'
  | 'loginGuard'
  | 'mailTokens'
  | 'oneTimeTokens'
  | 'ids'
  | 'clock'
  | 'mailer'
  | 'background'
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
  const token = await issueMailToken(deps, user, 'change', email);
  if (token === null) return;
  // Without a pause: every change that is asked for is told, and each of these links stops all of them.
  const cancel = await issueMailToken(deps, user, 'cancel', user.email, 0);
  if (cancel === null) return;
  const warning = emailChangeAskedMail(user.email, email, cancelEmailChangeLink(base, cancel));
  deps.background.run('mail: address about to change', () => deps.mailer.send(warning));
  const mail = changeEmailMail(email, verifyEmailLink(base, token));
  deps.background.run('mail: change of address', () => deps.mailer.send(mail));
}
