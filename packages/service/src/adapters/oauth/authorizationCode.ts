/** The part of the authorization code flow that both kinds of provider share. RFC 6749, 4.1; RFC 7636 (PKCE). @module */
import {
  allowInsecureRequests,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { AttemptSecrets } from '../../app/ports/accounts/identities.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Longest wait for one answer of a provider, s. */
export const TIMEOUT_S = 10;

/** 256 random bits each. */
export const makeAttemptSecrets = (): AttemptSecrets => ({
  state: randomState(),
  nonce: randomNonce(),
  codeVerifier: randomPKCECodeVerifier(),
});

/** Plain HTTP is for providers on this machine alone: tests, and a proxy that speaks TLS outwards. */
export const transport = (url: string): ((configuration: Configuration) => void)[] =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname) ? [allowInsecureRequests] : [];

export async function authorizationUrl(
  configuration: Configuration,
  { state, codeVerifier }: AttemptSecrets,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  return buildAuthorizationUrl(configuration, {
    ...parameters,
    state,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }).href;
}
