/**
 * Whose account a person from a provider gets. An address links only if both sides have proven it: the provider
 * says so, and so does the account. Otherwise whoever registers with somebody's address first would share the account.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { User } from '../ports/accounts/accounts.ts';
import type { IdentityProvider, ProviderPerson } from '../ports/accounts/identities.ts';
import type { Ports } from '../ports/ports.ts';
import { isEmail } from './email.ts';
import { addAccount } from './registerUser.ts';

type Deps = Pick<Ports, 'users' | 'identities' | 'clock' | 'ids'>;

/** As much as the column holds. */
const NAME_CHARS_MAX = 255;

/** @throws {AppError} EMAIL_NOT_VERIFIED (by the provider), EMAIL_ALREADY_EXISTS (and not confirmed here) */
export async function accountOfPerson(
  deps: Deps,
  provider: Pick<IdentityProvider, 'id' | 'name'>,
  person: ProviderPerson,
): Promise<User> {
  const known = await deps.identities.find(provider.id, person.subject);
  const user = known && (await deps.users.find(known.userId));
  const at = deps.clock.now();
  if (known && user) {
    await deps.identities.recordLogin(known.id, at);
    return user;
  }
  const email = person.email?.trim() ?? '';
  if (!person.emailVerified || !isEmail(email))
    throw new AppError(
      'EMAIL_NOT_VERIFIED',
      `${provider.name} has not confirmed your e-mail address. Confirm it there first.`,
    );
  const account =
    (await confirmedAccount(deps, provider.name, email)) ?? (await newAccount(deps, email, person.fullName));
  await deps.identities.link({
    id: deps.ids.uuid(),
    userId: account.id,
    provider: provider.id,
    subject: person.subject,
    email,
    createdAt: at,
    lastLoginAt: at,
  });
  return account;
}

async function confirmedAccount(deps: Deps, providerName: string, email: string): Promise<User | null> {
  const user = await deps.users.findByEmail(email);
  if (user && !user.isVerified)
    throw new AppError(
      'EMAIL_ALREADY_EXISTS',
      `There is an account with this address, and nobody confirmed the address yet. Log in with its password and confirm it, or reset the password; then ${providerName} leads to it.`,
    );
  return user;
}

function newAccount(deps: Deps, email: string, fullName: string | null): Promise<User> {
  const name = [...(fullName ?? '').replaceAll('\0', '').trim()].slice(0, NAME_CHARS_MAX).join('');
  return addAccount(
    deps,
    { email, fullName: name || null, passwordHash: null, isVerified: true, language: 'en' },
    null,
  );
}
