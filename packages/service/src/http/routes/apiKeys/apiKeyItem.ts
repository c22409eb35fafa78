/** What the routes of one API key share. @module */
import { NEEDS_CREDENTIAL } from '../../security/security.ts';

export const ITEM = [...NEEDS_CREDENTIAL, 'FORBIDDEN', 'API_KEY_NOT_FOUND', 'VALIDATION_ERROR'] as const;
