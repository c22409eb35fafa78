/** Tokens that prove access to a mailbox (G43, G69). @module */

/** `verify`: the address of the account; `change`: a new one; `reset`: the right to choose a new password. */
export type MailTokenPurpose = 'verify' | 'change' | 'reset';

export interface MailToken {
  readonly id: string;
  readonly userId: string;
  /** Where it was sent to. */
  readonly email: string;
  /** Hex; the token itself is in the mail alone. */
  readonly tokenHash: string;
  readonly purpose: MailTokenPurpose;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly createdAt: Date;
}

/** `used`: another request was faster; `outdated`: the account has another address by now. */
export type ConfirmOutcome = 'confirmed' | 'used' | 'outdated';

export interface MailTokens {
  /** False, and nothing is kept, if the user got one for this purpose and address after `quietSince`. */
  issue(token: Omit<MailToken, 'usedAt'>, quietSince: Date): Promise<boolean>;
  find(tokenHash: string): Promise<MailToken | null>;
  /**
   * Spends a `verify` or `change` token and every other of its purpose, and marks the address as verified; one
   * transaction. @throws {AppError} EMAIL_ALREADY_EXISTS when somebody else has the new address by now
   */
  confirmAddress(token: MailToken, at: Date): Promise<ConfirmOutcome>;
  /**
   * Spends a `reset` token and every other one of its user, sets the password and ends all sessions; one transaction.
   * The mailbox is proven by it, so the address counts as verified if it still is that of the account.
   * False if it was used already.
   */
  resetPassword(token: MailToken, passwordHash: string, at: Date): Promise<boolean>;
  /** Forgets what ended before; how many. */
  purge(before: Date): Promise<number>;
}
