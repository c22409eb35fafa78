/**
 * Sign-in by GitHub: OAuth 2 without identity tokens, so that its user API says who came.
 * Source: GitHub, "Authorizing OAuth apps"; REST API, "Users" and "Emails".
 * @module
 */
import { authorizationCodeGrant, Configuration, fetchProtectedResource } from 'openid-client';
import { z } from 'zod';
import type { IdentityProvider } from '../../app/ports/accounts/identities.ts';
import { authorizationUrl, type ClientCredentials, TIMEOUT_S, transport } from './authorizationCode.ts';
import { providerError } from './providerErrors.ts';

export interface GitHubSettings extends ClientCredentials {
  /** `https://github.com`, or a GitHub Enterprise server. */
  readonly url: string;
  /** `https://api.github.com`, or `.../api/v3` of a GitHub Enterprise server. */
  readonly apiUrl: string;
}

const NAME = 'GitHub';

const User = z.object({ id: z.int(), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub refuses requests without a user agent. */
const HEADERS = { accept: 'application/vnd.github+json', 'user-agent': 'assay', 'x-github-api-version': '2022-11-28' };

export function createGitHubProvider({ url, apiUrl, clientId, clientSecret }: GitHubSettings): IdentityProvider {
  const server = {
    issuer: url,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  };
  const configuration = new Configuration(server, clientId, clientSecret);
  configuration.timeout = TIMEOUT_S;
  for (const allow of transport(url)) allow(configuration);

  async function read<T>(schema: z.ZodType<T>, accessToken: string, path: string): Promise<T> {
    const address = new URL(`${apiUrl}${path}`);
    const answer = await fetchProtectedResource(configuration, accessToken, address, 'GET', null, new Headers(HEADERS));
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
    return schema.parse(await answer.json());
  }

  return {
    id: 'github',
    name: NAME,
    async authorizationUrl(secrets, redirectUri) {
      const parameters = { redirect_uri: redirectUri, scope: 'read:user user:email' };
      return authorizationUrl(configuration, secrets, parameters);
    },
    async personOf({ state, codeVerifier }, callbackUrl) {
      try {
        const checks = { pkceCodeVerifier: codeVerifier, expectedState: state };
        const { access_token } = await authorizationCodeGrant(configuration, new URL(callbackUrl), checks);
        const user = await read(User, access_token, '/user');
        const emails = await read(Emails, access_token, '/user/emails');
        const primary = emails.find((email) => email.primary);
        return {
          // The number: a login name can be changed and then taken by somebody else.
          subject: String(user.id),
          email: primary?.email ?? null,
          emailVerified: primary?.verified ?? false,
          fullName: user.name || null,
        };
      } catch (cause) {
        throw providerError(NAME, cause);
      }
    },
  };
}
