/** The end of an account: docs/spec/accounts.md#deleting-an-account (GDPR, article 17). @module */
import { AppError } from '@assay/core/errors';
import { sha256Hex } from '@assay/core/commitment/payload';
import { newAudit } from '../audit.ts';
import { accountDeletedMail } from '../mail/accountMails.ts';
import type { Ports } from '../ports/ports.ts';
import type { UserCaller } from './caller.ts';
import { confirmIdentity } from './password/confirmIdentity.ts';

/**
 * @throws {AppError} VALIDATION_ERROR, INVALID_CREDENTIALS, RATE_LIMITED, see `confirmIdentity`; LAST_OWNER while other people are in
 * an organization of the caller
 */
export async function deleteAccount(
  deps: Pick<Ports, 'accountData' | 'files' | 'passwords' | 'loginGuard' | 'sessions' | 'clock' | 'ids'>,
  caller: UserCaller,
  requestId: string,
  password: string | null,
): Promise<void> {
  await confirmIdentity(deps, caller, password, 'password');
  const { user } = caller;
  // Without the address that it came from: what tells where the user was goes with the account.
  const trace = { ip: null, requestId };
  const farewell = (assetsCount: number) =>
    newAudit(deps, caller, trace, {
      action: 'member.account_deleted',
      target: ['user', user.id],
      details: { created_by_email_hash: emailHash(user.email), assets_count: assetsCount },
    });
  const removal = await deps.accountData.remove(user.id, farewell, accountDeletedMail(user));
  if (removal.state === 'blocked') {
    const names = removal.organizations.map(({ name }) => `"${name}"`).join(', ');
    throw new AppError(
      'LAST_OWNER',
      `Other people are members of ${names}. Transfer it to one of them or remove them first; then delete your account.`,
      { extra: { organization_ids: removal.organizations.map(({ id }) => id) } },
    );
  }
  // Files that a crash leaves here are found by the hourly sweep.
  for (const id of removal.assetIds) await deps.files.removeAll(id);
}

/**
 * SHA-256 of the address in lower case, hex: whoever knows the address can tell that it was this one, and nobody
 * reads it from the log.
 */
const emailHash = (email: string): string => sha256Hex(new TextEncoder().encode(email.trim().toLowerCase()));
