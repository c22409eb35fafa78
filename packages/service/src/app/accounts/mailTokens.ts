/** Making and reading the tokens that travel by mail. @module */
import { AppError } from '@assay/core/errors';
import type { User } from '../ports/accounts/accounts.ts';
import type { MailToken, MailTokenPurpose, NewMailToken } from '../ports/accounts/mailTokens.ts';
import type { Ports } from '../ports/ports.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A link that sets a password is worth more to a thief than one that confirms an address. */
const LIFETIME_MS = {
  verify: 24 * HOUR_MS,
  change: 24 * HOUR_MS,
  // Longer than a change can wait.
  cancel: 48 * HOUR_MS,
  reset: HOUR_MS,
} as const satisfies Record<MailTokenPurpose, number>;

/** Nobody's mailbox is flooded through us: one mail a purpose and address in this time, ms. */
const MAIL_PAUSE_MS = 60_000;

/** Who got a mail after this gets no other one. */
export const quietSince = ({ clock }: Pick<Ports, 'clock'>): Date => new Date(clock.now().getTime() - MAIL_PAUSE_MS);

/** A token as it is kept, the text of it that goes into the mail, and how long that mail is of use. */
export function makeMailToken(
  deps: Pick<Ports, 'oneTimeTokens' | 'ids' | 'clock'>,
  user: Pick<User, 'id'>,
  purpose: MailTokenPurpose,
  email: string,
): { readonly token: NewMailToken; readonly text: string; readonly validForMs: number } {
  const createdAt = deps.clock.now();
  const text = deps.oneTimeTokens.make();
  const validForMs = LIFETIME_MS[purpose];
  const token = {
    id: deps.ids.uuid(),
    userId: user.id,
    email,
    tokenHash: deps.oneTimeTokens.hash(text),
    purpose,
    expiresAt: new Date(createdAt.getTime() + validForMs),
    createdAt,
  };
  return { token, text, validForMs };
}

export const spentToken = (): AppError =>
  new AppError('GONE', 'This link was used before, or a newer one was. Ask for a new mail if you still need one.');

/** @throws {AppError} INVALID_TOKEN when there is none like it for these purposes, GONE when it is used or too old */
export async function usableMailToken(
  deps: Pick<Ports, 'mailTokens' | 'oneTimeTokens' | 'clock'>,
  text: string,
  purposes: readonly MailTokenPurpose[],
): Promise<MailToken> {
  const token = await deps.mailTokens.find(deps.oneTimeTokens.hash(text));
  if (!token || !purposes.includes(token.purpose))
    throw new AppError('INVALID_TOKEN', 'This link is not valid. Copy it whole from the newest mail.');
  if (token.usedAt || token.confirmedAt) throw spentToken();
  if (token.expiresAt <= deps.clock.now()) throw new AppError('GONE', 'This link is too old. Ask for a new mail.');
  return token;
}
