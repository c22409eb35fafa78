/** What went wrong between us and a provider, as the person may read it. @module */
import { AppError } from '@assay/core/errors';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** RFC 6749, 4.1.2.1: the provider's own trouble; `invalid_client` means that our settings are wrong. */
const PROVIDERS_TROUBLE = new Set(['server_error', 'temporarily_unavailable', 'invalid_client', 'unauthorized_client']);

const RETRY_AFTER_S = 10;

const unavailable = (name: string, cause: unknown): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    `${name} does not answer as it should. Try again shortly, or use your password.`,
    {
      cause,
      retryAfterS: RETRY_AFTER_S,
    },
  );

const refused = (name: string, cause: unknown): AppError =>
  new AppError('INVALID_CREDENTIALS', `${name} did not confirm who you are. Start the sign-in again.`, { cause });

/** Refusals are the person's affair (401); an answer that cannot be had or read is ours or the provider's (503). */
export function providerError(name: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError)
    return PROVIDERS_TROUBLE.has(cause.error) ? unavailable(name, cause) : refused(name, cause);
  // An answer with another status than the standard's; everything else of the library is a check that failed.
  const unreadable = cause instanceof ClientError && cause.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  return cause instanceof ClientError && !unreadable ? refused(name, cause) : unavailable(name, cause);
}
