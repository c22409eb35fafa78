/** How the description of the API names credentials. @module */
import type { ErrorCode } from '@assay/core/errors';
import { type Action, POLICY } from '../../app/policy.ts';

export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of POST /v1/auth/login.' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'API key of POST /v1/api-keys/.' },
} as const;

export const NO_CREDENTIAL = [];
export const BEARER = [{ bearer: [] }, { apiKey: [] }];
/** A signed-in user, or an API key with the scope of the action if any key may do it. */
export const credentials = (action: Action): Record<string, string[]>[] => {
  const { scope } = POLICY[action];
  return [{ bearer: [] }, ...(scope === null ? [] : [{ apiKey: [scope] }])];
};

/** What a route that looks at credentials may answer where a key without the scope is a stranger. */
export const NO_GOOD_CREDENTIAL = [
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'INVALID_API_KEY',
  'AMBIGUOUS_CREDENTIALS',
] as const satisfies readonly ErrorCode[];
/** And where such a key is refused. */
export const BAD_CREDENTIAL = [...NO_GOOD_CREDENTIAL, 'INSUFFICIENT_SCOPE'] as const satisfies readonly ErrorCode[];
export const NEEDS_CREDENTIAL = ['UNAUTHENTICATED', ...BAD_CREDENTIAL] as const satisfies readonly ErrorCode[];

export const OPTIONAL_CREDENTIAL = [{}, { bearer: [] }, { apiKey: ['verify'] }];
