/** Tokens that prove access to a mailbox. @module */
import type { Mail } from '../delivery/mail.ts';
import type { CredentialEnd } from './credentials.ts';

/**
 * `verify`: the address of the account; `change`: a new one; `cancel`: the right to stop a change; `reset`: the right to
 * choose a new password.
 */
export type MailTokenPurpose = 'verify' | 'change' | 'cancel' | 'reset';

/**
 * How long a new address waits from the request on, ms, so that whoever reads the old one can cancel: docs/spec/accounts.md#a-new-address.
 */
export const ADDRESS_WAIT_MS = 24 * 60 * 60 * 1000;

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
  /** Of a `change` that was confirmed and waits. */
  readonly confirmedAt: Date | null;
  readonly createdAt: Date;
}

/**
 * `waiting`: a new address counts later, see `ADDRESS_WAIT_MS`; `used`: another request was faster; `outdated`: the
 * account has another address by now.
 */
export type ConfirmOutcome = 'confirmed' | 'waiting' | 'used' | 'outdated';

/** `taken`: somebody else has the address by now, so the change is dropped; `used`: cancelled, or done already. */
export type ChangeOutcome = 'changed' | 'taken' | 'used';

export type NewMailToken = Omit<MailToken, 'usedAt' | 'confirmedAt'>;

export interface MailTokens {
  /**
   * With the mails that carry them, all in one transaction. False, and nothing is kept, if the user got one for the purpose
   * and address of the first after `quietSince`.
   */
  issue(tokens: readonly NewMailToken[], mails: readonly Mail[], quietSince: Date): Promise<boolean>;
  find(tokenHash: string): Promise<MailToken | null>;
  /**
   * Spends a `verify` or `change` token and every other of its purpose, and marks the address as verified; one
   * transaction. Where the account's address is confirmed, a `change` is marked and waits instead.
   * @param farewell to the address before, once a `change` counts
   * @throws {AppError} EMAIL_ALREADY_EXISTS when somebody else has the new address by now
   */
  confirmAddress(token: MailToken, at: Date, farewell: Mail | null): Promise<ConfirmOutcome>;
  /**
   * Spends a `reset` token and every other one of its user, sets the password and ends what was made with the old one;
   * one transaction.
   * The mailbox is proven by it, so the address counts as verified if it still is that of the account.
   * False if it was used already.
   */
  resetPassword(token: MailToken, passwordHash: string, at: Date, end: CredentialEnd): Promise<boolean>;
  /** Confirmed changes that were asked for before, the oldest first. */
  waitingChanges(askedBefore: Date, limit: number): Promise<readonly MailToken[]>;
  /** Gives the account the address of a confirmed change and spends every token of the account; one transaction. */
  completeChange(token: MailToken, at: Date, farewell: Mail | null): Promise<ChangeOutcome>;
  /** Spends a `cancel` token and every change of its account; one transaction. False if it was used already. */
  cancelChanges(token: MailToken, at: Date): Promise<boolean>;
  /** Forgets at most `limit` of what ended before; how many. */
  purge(before: Date, limit: number): Promise<number>;
}
