/** How the description of the API names credentials. @module */

export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of POST /v1/auth/login.' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'API key. This version makes none yet.' },
} as const;

export const NO_CREDENTIAL = [];
export const BEARER = [{ bearer: [] }, { apiKey: [] }];
export const OPTIONAL_CREDENTIAL = [{}, { bearer: [] }, { apiKey: [] }];
