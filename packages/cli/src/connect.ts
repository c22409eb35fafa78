/** The service that a command talks to, and as whom. @module */
import { AssayClient } from '@assay/sdk/client';
import { type Credential, readCredentials, saveCredential } from './credentials.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usageError.ts';

/** Where `npm start` listens. */
const DEFAULT_SERVER = 'http://127.0.0.1:8080';

/** What is typed counts first, then $ASSAY_SERVER, then where `assay login` went last. */
export const serverOf = (server: string | undefined, { environment }: Pick<Terminal, 'environment'>): string =>
  (server ?? (environment.ASSAY_SERVER || readCredentials(environment).server) ?? DEFAULT_SERVER).replace(/\/+$/, '');

/** With the API key of the environment, else with what `assay login` kept. @throws {UsageError} if the address is none */
export function connect(server: string | undefined, { environment }: Pick<Terminal, 'environment'>): AssayClient {
  const baseUrl = serverOf(server, { environment });
  const apiKey = environment.ASSAY_API_KEY;
  const kept: Credential = apiKey ? { apiKey } : (readCredentials(environment).servers[baseUrl] ?? {});
  try {
    return new AssayClient({
      baseUrl,
      ...kept,
      // A refresh token is good once: the next command needs the new one.
      ...(kept.refreshToken === undefined
        ? {}
        : {
            onTokens: (token, refreshToken) =>
              saveCredential(environment, baseUrl, token && refreshToken ? { token, refreshToken } : null),
          }),
    });
  } catch (error) {
    throw new UsageError(`--server ${baseUrl}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
