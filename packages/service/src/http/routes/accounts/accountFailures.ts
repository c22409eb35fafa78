/** What routes of the own account say of failures. @module */
import { NEEDS_CREDENTIAL } from '../../security/security.ts';

export const ACCOUNT = [...NEEDS_CREDENTIAL, 'FORBIDDEN'] as const;

/** Said of every route that asks for the password again. */
export const GUARDED = 'After several wrong passwords each further try waits: `RATE_LIMITED` with `Retry-After`.';
