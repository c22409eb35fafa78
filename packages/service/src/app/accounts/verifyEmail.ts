/** Proof that an address belongs to its account: docs/spec/accounts.md#confirming-an-address. @module */
import { AppError } from '@assay/core/errors';
import { emailChangedMail, verifyEmailMail } from '../mail/accountMails.ts';
import type { NewAccount, User } from '../ports/accounts/accounts.ts';
import { ADDRESS_WAIT_MS } from '../ports/accounts/mailTokens.ts';
import type { Ports } from '../ports/ports.ts';
import { verifyEmailLink } from './accountLinks.ts';
import { makeMailToken, spentToken, usableMailToken } from './mailTokens.ts';

/** What a new account writes with itself. @param base of this service */
export function verificationOf(
  deps: Pick<Ports, 'oneTimeTokens' | 'ids' | 'clock'>,
  user: Pick<User, 'id' | 'email' | 'language'>,
  base: string,
): NonNullable<NewAccount['verification']> {
  const { token, text, validForMs } = makeMailToken(deps, user, 'verify', user.email);
  return { token, mail: { ...verifyEmailMail(user, verifyEmailLink(base, text)), validForMs } };
}

/** @returns when a new address begins to count; null: at once. @throws {AppError} INVALID_TOKEN, GONE, EMAIL_ALREADY_EXISTS */
export async function verifyEmail(
  deps: Pick<Ports, 'mailTokens' | 'oneTimeTokens' | 'clock' | 'users'>,
  text: string,
): Promise<Date | null> {
  const token = await usableMailToken(deps, text, ['verify', 'change']);
  const before = await deps.users.find(token.userId);
  const farewell = token.purpose === 'change' && before ? emailChangedMail(before, token.email) : null;
  const outcome = await deps.mailTokens.confirmAddress(token, deps.clock.now(), farewell);
  if (outcome === 'used') throw spentToken();
  if (outcome === 'outdated') throw new AppError('GONE', 'The account has another address by now.');
  if (outcome === 'waiting') return new Date(token.createdAt.getTime() + ADDRESS_WAIT_MS);
  return null;
}

/**
 * For what an operator keeps from unconfirmed accounts: API keys, webhooks, invitations.
 * @throws {AppError} EMAIL_NOT_VERIFIED if the gate is on
 */
export function requireVerified(deps: Pick<Ports, 'limits'>, user: Pick<User, 'isVerified'>): void {
  if (deps.limits.requireVerifiedEmail && !user.isVerified)
    throw new AppError(
      'EMAIL_NOT_VERIFIED',
      'Confirm your e-mail address first: open the link in the mail, or ask for another at POST /v1/auth/resend-verification.',
    );
}
