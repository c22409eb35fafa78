/**
 * Signing in through another service, step by step (docs/spec/accounts.md#sign-in-through-others): start, come back,
 * exchange. What must not be lost in between travels with the person, signed: an attempt in a cookie, its result in an
 * address.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { User } from '../ports/accounts/accounts.ts';
import type { IdentityProvider } from '../ports/accounts/identities.ts';
import { type Language, LANGUAGES } from '../ports/runtime/language.ts';
import type { Ports } from '../ports/ports.ts';
import type { Requester } from './caller.ts';
import { type LoggedIn, openSession } from './openSession.ts';
import { accountOfPerson } from './providerAccount.ts';

/** Time to sign in at the provider. */
export const ATTEMPT_LIFETIME_S = 10 * 60;
/** Time for the web page to exchange the code in its address. */
export const CODE_LIFETIME_S = 60;

const ATTEMPT = 'sign-in attempt';
const CODE = 'sign-in code';

/** @throws {AppError} PROVIDER_NOT_FOUND when it is unknown or not switched on */
export function providerOf({ identityProviders }: Pick<Ports, 'identityProviders'>, id: string): IdentityProvider {
  const provider = identityProviders.all.find((candidate) => candidate.id === id);
  if (!provider) throw new AppError('PROVIDER_NOT_FOUND', 'There is no sign-in by this provider.');
  return provider;
}

export interface StartedSignIn {
  readonly authorizationUrl: string;
  readonly state: string;
  /** To be given back to `finishSignIn`. */
  readonly attempt: string;
}

/**
 * @param returnTo where the person goes in the end; allowed by the caller
 * @throws {AppError} PROVIDER_NOT_FOUND, SERVICE_UNAVAILABLE
 */
export async function startSignIn(
  deps: Pick<Ports, 'identityProviders' | 'stateTokens'>,
  providerId: string,
  returnTo: string,
  redirectUri: string,
): Promise<StartedSignIn> {
  const provider = providerOf(deps, providerId);
  const secrets = deps.identityProviders.makeSecrets();
  const authorizationUrl = await provider.authorizationUrl(secrets, redirectUri);
  const attempt = await deps.stateTokens.sign(ATTEMPT, { ...secrets, providerId, returnTo }, ATTEMPT_LIFETIME_S);
  return { authorizationUrl, state: secrets.state, attempt };
}

export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly providerId: string;
  readonly returnTo: string;
}

/** @throws {AppError} BAD_REQUEST when the person did not start here, too long ago, or not with this state */
export async function openAttempt(
  { stateTokens }: Pick<Ports, 'stateTokens'>,
  token: string | null,
  state: string | null,
): Promise<Attempt> {
  const attempt = token === null ? null : ((await stateTokens.verify(ATTEMPT, token)) as Attempt | null);
  if (!attempt || attempt.state !== state)
    throw new AppError('BAD_REQUEST', 'This sign-in was not started here, or too long ago. Start it again.');
  return attempt;
}

/**
 * Who came back. @param callbackUrl the whole address that the provider sent the person to
 * @throws {AppError} PROVIDER_NOT_FOUND, INVALID_CREDENTIALS, EMAIL_NOT_VERIFIED, EMAIL_ALREADY_EXISTS,
 * SERVICE_UNAVAILABLE
 */
export async function finishSignIn(
  deps: Pick<Ports, 'identityProviders' | 'users' | 'identities' | 'clock' | 'ids'>,
  attempt: Attempt,
  callbackUrl: string,
): Promise<User> {
  const provider = providerOf(deps, attempt.providerId);
  return accountOfPerson(deps, provider, await provider.personOf(attempt, callbackUrl));
}

/** What a browser gets at the end of a sign-in: neither half is worth anything without the other. */
export interface SignInCode {
  /** For the address of a page: worth a session, once, for a minute. */
  readonly code: string;
  /** For a cookie, so that a code that somebody else put into an address opens nothing. */
  readonly browserSecret: string;
}

export async function makeSignInCode(
  deps: Pick<Ports, 'stateTokens' | 'oneTimeTokens' | 'ids'>,
  user: User,
  language: Language | null,
): Promise<SignInCode> {
  const browserSecret = deps.oneTimeTokens.make();
  const facts = {
    userId: user.id,
    sessionId: deps.ids.uuid(),
    browserHash: deps.oneTimeTokens.hash(browserSecret),
    ...(language === null ? {} : { language }),
  };
  return { code: await deps.stateTokens.sign(CODE, facts, CODE_LIFETIME_S), browserSecret };
}

/**
 * The code names the session that it opens, so that it cannot open two.
 * @param browserSecret of the cookie, or null
 * @throws {AppError} INVALID_TOKEN when it is no such code, too old, used, or was made for another browser
 */
export async function exchangeSignInCode(
  deps: Pick<Ports, 'stateTokens' | 'oneTimeTokens' | 'users' | 'sessions' | 'tokens' | 'clock'>,
  code: string,
  browserSecret: string | null,
  from: Requester,
): Promise<LoggedIn> {
  const facts = await deps.stateTokens.verify(CODE, code);
  const isSameBrowser = browserSecret !== null && facts?.browserHash === deps.oneTimeTokens.hash(browserSecret);
  const user = facts?.userId && isSameBrowser ? await deps.users.find(facts.userId) : null;
  if (!facts?.sessionId || !user)
    throw new AppError(
      'INVALID_TOKEN',
      'This code is not valid, older than a minute, or of another browser. Start the sign-in again.',
    );
  const language = LANGUAGES.find((known) => known === facts.language) ?? null;
  return openSession(deps, user, from, facts.sessionId, { rehashed: null, language });
}
