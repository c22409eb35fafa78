/** Proof that an address belongs to its account: docs/spec/accounts.md#confirming-an-address. @module */
import { AppError } from '@assay/core/errors';
import { emailChangedMail, verifyEmailMail } from '../mail/accountMails.ts';
import type { User } from '../ports/accounts/accounts.ts';
import { ADDRESS_WAIT_MS } from '../ports/accounts/mailTokens.ts';
import type { Ports } from '../ports/ports.ts';
import { verifyEmailLink } from './accountLinks.ts';
import { issueMailToken, spentToken, usableMailToken } from './mailTokens.ts';

type SendDeps = Pick<Ports, 'mailTokens' | 'oneTimeTokens' | 'ids' | 'clock' | 'mailer' | 'background'>;

/** Behind the answer: neither a slow nor a broken mail server is the person's affair. @param base of this service */
export function sendVerification(deps: SendDeps, user: Pick<User, 'id' | 'email'>, base: string): void {
  deps.background.run('mail: verify', async () => {
    const token = await issueMailToken(deps, user, 'verify', user.email);
    if (token === null) return;
    const mail = verifyEmailMail(user.email, verifyEmailLink(base, token));
    deps.background.run('mail: verify, hand over', () => deps.mailer.send(mail));
  });
}

/** Nothing tells whether there is such an account: even the look-up happens behind the answer. */
export function resendVerification(deps: SendDeps & Pick<Ports, 'users'>, email: string, base: string): void {
  deps.background.run('resend verification', async () => {
    const user = await deps.users.findByEmail(email);
    if (user && !user.isVerified) sendVerification(deps, user, base);
  });
}

/** @returns when a new address begins to count; null: at once. @throws {AppError} INVALID_TOKEN, GONE, EMAIL_ALREADY_EXISTS */
export async function verifyEmail(
  deps: Pick<Ports, 'mailTokens' | 'oneTimeTokens' | 'clock' | 'users' | 'mailer' | 'background'>,
  text: string,
): Promise<Date | null> {
  const token = await usableMailToken(deps, text, ['verify', 'change']);
  const before = await deps.users.find(token.userId);
  const outcome = await deps.mailTokens.confirmAddress(token, deps.clock.now());
  if (outcome === 'used') throw spentToken();
  if (outcome === 'outdated') throw new AppError('GONE', 'The account has another address by now.');
  if (outcome === 'waiting') return new Date(token.createdAt.getTime() + ADDRESS_WAIT_MS);
  if (token.purpose === 'change' && before)
    deps.background.run('mail: address changed', () => deps.mailer.send(emailChangedMail(before.email, token.email)));
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
