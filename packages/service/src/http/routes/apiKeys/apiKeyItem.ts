/** What the routes of one API key share. @module */
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { ApiKey } from '../../../app/ports/accounts/apiKeys.ts';
import { keyVersion } from '../../../app/versions.ts';
import { showVersion } from '../../request/entityTags.ts';
import type { ApiKeyBody } from '../../schemas/apiKey.ts';
import { apiKeyView } from '../../views/apiKey.ts';
import { NEEDS_CREDENTIAL } from '../../security/security.ts';

export const ITEM = [...NEEDS_CREDENTIAL, 'FORBIDDEN', 'API_KEY_NOT_FOUND', 'VALIDATION_ERROR'] as const;

/** The key as JSON, with its validator. */
export const answerKey = (reply: FastifyReply, key: ApiKey): z.output<typeof ApiKeyBody> =>
  showVersion(reply, keyVersion(key), apiKeyView(key));
