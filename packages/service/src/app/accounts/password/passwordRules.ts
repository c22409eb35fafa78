/** What makes a password acceptable: docs/spec/accounts.md#passwords (NIST SP 800-63B-4, 3.1.1.2). @module */
import { AppError } from '@assay/core/errors';
import { COMMON_PASSWORDS } from './commonPasswords.ts';
import { localPart } from '../email.ts';

/** Long enough for any passphrase, short enough that hashing stays cheap. */
export const PASSWORD_CHARS_MAX = 128;

export interface PasswordContext {
  readonly email: string;
  readonly fullName: string | null;
  readonly charsMin: number;
}

/** The form that is hashed and compared: the same characters typed on another keyboard must fit (NFC). */
export const normalPassword = (password: string): string => password.normalize('NFC');

const bare = (text: string): string => text.toLowerCase().replace(/[\s._+-]+/g, '');

/** Words that whoever knows the account would try first. */
function ownWords({ email, fullName }: PasswordContext): string[] {
  return [email, localPart(email), fullName ?? ''].map(bare).filter((word) => word.length >= 3);
}

function weakness(password: string, context: PasswordContext): string | null {
  const length = [...password].length;
  if (length < context.charsMin) return `Use at least ${context.charsMin} characters.`;
  if (length > PASSWORD_CHARS_MAX) return `Use at most ${PASSWORD_CHARS_MAX} characters.`;
  const lower = password.toLowerCase();
  if (COMMON_PASSWORDS.has(lower)) return 'This password is among the first that others would try. Choose another.';
  if (new Set(lower).size < 3) return 'This password repeats the same one or two characters. Choose another.';
  const core = bare(password).replace(/[\d!?*#$]+$/, '');
  if (ownWords(context).includes(core)) return 'This password is your name or address. Choose another.';
  return null;
}

/** @throws {AppError} WEAK_PASSWORD with a sentence that says what to change */
export function assertPassword(password: string, context: PasswordContext): void {
  const message = weakness(normalPassword(password), context);
  if (message !== null)
    throw new AppError('WEAK_PASSWORD', message, {
      errors: [{ field: 'password', location: 'body', code: 'weak_password', message }],
    });
}
