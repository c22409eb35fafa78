/** Sign-in by OpenID Connect: Google, or any other that its discovery document describes. @module */
import { authorizationCodeGrant, type Configuration, discovery } from 'openid-client';
import type { IdentityProvider } from '../../app/ports/accounts/identities.ts';
import { authorizationUrl, type ClientCredentials, TIMEOUT_S, transport } from './authorizationCode.ts';
import { providerError } from './providerErrors.ts';

export interface OpenIdSettings extends ClientCredentials {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The discovery document is fetched at the first use and kept; a failure is not. */
export function createOpenIdProvider({ id, name, issuer, clientId, clientSecret }: OpenIdSettings): IdentityProvider {
  let known: Promise<Configuration> | null = null;
  const configuration = (): Promise<Configuration> => {
    known ??= discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: transport(issuer),
      timeout: TIMEOUT_S,
    }).catch((cause: unknown) => {
      known = null;
      throw cause;
    });
    return known;
  };
  return {
    id,
    name,
    async authorizationUrl(secrets, redirectUri) {
      try {
        return await authorizationUrl(await configuration(), secrets, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          nonce: secrets.nonce,
        });
      } catch (cause) {
        throw providerError(name, cause);
      }
    },
    async personOf({ state, nonce, codeVerifier }, callbackUrl) {
      try {
        const tokens = await authorizationCodeGrant(await configuration(), new URL(callbackUrl), {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new TypeError('personOf: the library accepted an answer without an identity token');
        const { sub, email, email_verified, name: fullName } = claims;
        return {
          subject: sub,
          email: textOrNull(email),
          emailVerified: email_verified === true,
          fullName: textOrNull(fullName),
        };
      } catch (cause) {
        throw providerError(name, cause);
      }
    },
  };
}
