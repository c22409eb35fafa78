/** Registration: an account and its personal organization, since every asset needs one. @module */
import type { NewAccount, User } from '../ports/accounts/accounts.ts';
import type { Language } from '../ports/runtime/language.ts';
import { EACH_TIME, type Once } from '../ports/runtime/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import { localPart } from './email.ts';
import { assertPassword, normalPassword } from './password/passwordRules.ts';
import { slugBase } from './slug.ts';
import { verificationOf } from './verifyEmail.ts';

export interface RegisterInput {
  /** Trimmed and valid, see `isEmail`. */
  readonly email: string;
  readonly password: string;
  readonly fullName: string | null;
  /** Of the mails; default English. */
  readonly language?: Language;
}

/**
 * With the mail that confirms the address.
 * @param base of this service, for the link in the mail
 * @throws {AppError} WEAK_PASSWORD, EMAIL_ALREADY_EXISTS
 */
export async function registerUser(
  deps: Pick<Ports, 'users' | 'passwords' | 'oneTimeTokens' | 'clock' | 'ids' | 'limits'>,
  input: RegisterInput,
  base: string,
  once: Once = EACH_TIME,
): Promise<User> {
  const before = once.made && (await deps.users.find(once.made['id'] ?? ''));
  if (before) return before;
  assertPassword(input.password, { ...input, charsMin: deps.limits.passwordCharsMin });
  const passwordHash = await deps.passwords.hash(normalPassword(input.password));
  const { email, fullName, language = 'en' } = input;
  const facts = { email, fullName, passwordHash, isVerified: false, language };
  return addAccount(deps, facts, (user) => verificationOf(deps, user, base), once);
}

/** The account, whose rules were checked before, and its organization. @throws {AppError} EMAIL_ALREADY_EXISTS */
export async function addAccount(
  deps: Pick<Ports, 'users' | 'clock' | 'ids'>,
  facts: Pick<User, 'email' | 'fullName' | 'passwordHash' | 'isVerified' | 'language'>,
  verify: ((user: Pick<User, 'id' | 'email' | 'language'>) => NewAccount['verification']) | null,
  once: Once = EACH_TIME,
): Promise<User> {
  const createdAt = deps.clock.now();
  const organizationId = deps.ids.uuid();
  const name = facts.fullName ?? localPart(facts.email);
  const user = { id: deps.ids.uuid(), ...facts, tier: 'free', createdAt } as const;
  const account: NewAccount = {
    user,
    personal: {
      id: organizationId,
      ownerId: user.id,
      name,
      slugBase: slugBase(name),
      plan: 'free',
      isPersonal: true,
      masterKeyRef: `local:${organizationId}/1`,
      publicVerification: true,
      publicAssetIds: false,
      createdAt,
    },
    verification: verify && verify(user),
  };
  await once.making({ id: user.id }, () => deps.users.register(account));
  return { ...user, updatedAt: null, lastLoginAt: null };
}
