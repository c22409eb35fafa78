/** The providers that are switched on by their settings. @module */
import type { IdentityProvider, IdentityProviders } from '../../app/ports/accounts/identities.ts';
import { makeAttemptSecrets } from './authorizationCode.ts';
import { createGitHubProvider } from './gitHubProvider.ts';
import { createOpenIdProvider } from './openIdProvider.ts';

export interface ProviderSettings {
  readonly googleClientId: string | null;
  readonly googleClientSecret: string | null;
  readonly googleIssuer: string;
  readonly githubClientId: string | null;
  readonly githubClientSecret: string | null;
  readonly githubUrl: string;
  readonly githubApiUrl: string;
}

/** One needs both its id and its secret; `readConfig` refuses half of a pair. */
export function createIdentityProviders(settings: ProviderSettings): IdentityProviders {
  const { googleClientId, googleClientSecret, githubClientId, githubClientSecret } = settings;
  const all: IdentityProvider[] = [];
  if (googleClientId !== null && googleClientSecret !== null)
    all.push(
      createOpenIdProvider({
        id: 'google',
        name: 'Google',
        issuer: settings.googleIssuer,
        clientId: googleClientId,
        clientSecret: googleClientSecret,
      }),
    );
  if (githubClientId !== null && githubClientSecret !== null)
    all.push(
      createGitHubProvider({
        url: settings.githubUrl,
        apiUrl: settings.githubApiUrl,
        clientId: githubClientId,
        clientSecret: githubClientSecret,
      }),
    );
  return { all, makeSecrets: makeAttemptSecrets };
}
