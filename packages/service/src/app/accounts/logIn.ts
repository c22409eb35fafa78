/** Sessions: log in by password, log out. @module */
import { AppError } from '@assay/core/errors';
import type { User } from '../ports/accounts/accounts.ts';
import type { Language } from '../ports/runtime/language.ts';
import type { Ports } from '../ports/ports.ts';
import type { Requester, UserCaller } from './caller.ts';
import { type LoggedIn, openSession } from './openSession.ts';
import { normalPassword } from './password/passwordRules.ts';

type LogInDeps = Pick<
  Ports,
  | 'users'
  | 'sessions'
  | 'passwords'
  | 'tokens'
  | 'clock'
  | 'ids'
  | 'loginGuard'
  | 'accountGuard'
  | 'knownNetworks'
  | 'addressRules'
>;

/**
 * @throws {AppError} INVALID_CREDENTIALS, the same words after the same time for a wrong address and a wrong password;
 * RATE_LIMITED after several of them, alike for an account and for none
 */
export async function logIn(
  deps: LogInDeps,
  input: { readonly email: string; readonly password: string; readonly language?: Language | null },
  from: Requester,
): Promise<LoggedIn> {
  const account = input.email.toLowerCase();
  const network = deps.addressRules.networkOf(from.ip ?? '');
  const subject = `${account} from ${network}`;
  await deps.loginGuard.attempt(subject);
  const user = await deps.users.findByEmail(input.email);
  const isKnown = await isKnownNetwork(deps, user, account, network);
  if (!isKnown) await deps.accountGuard.attempt(account);
  const password = normalPassword(input.password);
  const fits = await deps.passwords.verify(password, user?.passwordHash ?? null);
  if (!user?.passwordHash || !fits)
    throw new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.');
  await deps.loginGuard.succeeded(subject);
  // What others guessed stays counted: otherwise each log-in of the owner would give them all of their tries again.
  if (!isKnown) await deps.accountGuard.forgive(account);

  const stale = deps.passwords.needsRehash(user.passwordHash);
  const rehashed = stale ? await deps.passwords.hash(password) : null;
  return openSession(deps, user, from, deps.ids.uuid(), { rehashed, language: input.language ?? null });
}

/**
 * Whoever guesses cannot come from there, so the owner is never slowed by guesses of the world. An address without an
 * account costs the same look-ups.
 */
async function isKnownNetwork(
  deps: Pick<Ports, 'sessions' | 'addressRules' | 'knownNetworks' | 'ids'>,
  user: User | null,
  account: string,
  network: string,
): Promise<boolean> {
  const hasReset = await deps.knownNetworks.has(account, network);
  const addresses = await deps.sessions.addresses(user?.id ?? deps.ids.uuid());
  return hasReset || addresses.some((address) => deps.addressRules.networkOf(address) === network);
}

/** Ends the caller's session: its access and refresh tokens are refused from now on. */
export async function logOut(deps: Pick<Ports, 'sessions' | 'clock'>, caller: UserCaller): Promise<void> {
  const ended = await deps.sessions.revoke(caller.sessionId, deps.clock.now());
  if (!ended) throw new AppError('INVALID_TOKEN', 'This session has ended already.');
}
