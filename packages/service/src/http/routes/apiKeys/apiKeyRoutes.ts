/** API keys. @module */
import type { Route } from '../../httpDeps.ts';
import { createApiKeyRoute } from './createApiKey.ts';
import { editApiKeyRoute } from './editApiKey.ts';
import { getApiKeyRoute } from './getApiKey.ts';
import { listApiKeysRoute } from './listApiKeys.ts';
import { revokeApiKeyRoute } from './revokeApiKey.ts';
import { rotateApiKeyRoute } from './rotateApiKey.ts';
import { validateApiKeyRoute } from './validateApiKey.ts';

export const apiKeyRoutes: readonly Route[] = [
  createApiKeyRoute,
  listApiKeysRoute,
  validateApiKeyRoute,
  getApiKeyRoute,
  editApiKeyRoute,
  revokeApiKeyRoute,
  rotateApiKeyRoute,
];
