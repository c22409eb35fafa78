/** A person opens an account: the account itself, and the mail that confirms its address. @module */
import type { User } from '../ports/accounts/accounts.ts';
import { registerUser, type RegisterInput } from './registerUser.ts';
import { sendVerification } from './verifyEmail.ts';

/** @param base of this service, for the link in the mail @throws {AppError} WEAK_PASSWORD, EMAIL_ALREADY_EXISTS */
export async function openAccount(
  deps: Parameters<typeof registerUser>[0] & Parameters<typeof sendVerification>[0],
  input: RegisterInput,
  base: string,
): Promise<User> {
  const user = await registerUser(deps, input);
  sendVerification(deps, user, base);
  return user;
}
