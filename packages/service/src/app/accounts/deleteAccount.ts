/** The end of an account (G48, G15, G26; GDPR, article 17). @module */
import { AppError } from '@assay/core/errors';
import { accountDeletedMail } from '../mail/accountMails.ts';
import type { Ports } from '../ports/ports.ts';
import type { UserCaller } from './caller.ts';
import { confirmIdentity } from './confirmIdentity.ts';

/**
 * @throws {AppError} VALIDATION_ERROR, INVALID_CREDENTIALS, RATE_LIMITED, see `confirmIdentity`; LAST_OWNER while other people are in
 * an organization of the caller
 */
export async function deleteAccount(
  deps: Pick<
    Ports,
    'accountData' | 'files' | 'passwords' | 'loginGuard' | 'sessions' | 'clock' | 'mailer' | 'background'
  >,
  caller: UserCaller,
  password: string | null,
): Promise<void> {
  await confirmIdentity(deps, caller, password, 'password');
  const { user } = caller;
  const removal = await deps.accountData.remove(user.id);
  if (removal.state === 'blocked') {
    const names = removal.organizations.map(({ name }) => `"${name}"`).join(', ');
    throw new AppError(
      'LAST_OWNER',
      `Other people are members of ${names}. Transfer it to one of them or remove them first; then delete your account.`,
      { extra: { organization_ids: removal.organizations.map(({ id }) => id) } },
    );
  }
  deps.background.run('mail: account deleted', () => deps.mailer.send(accountDeletedMail(user.email)));
  // Files that a crash leaves here are found by the hourly sweep.
  for (const id of removal.assetIds) await deps.files.removeAll(id);
}
