/** What the queries by soft bindings share. @module */
import type { z } from 'zod';
import type { ManifestMatch } from '../../../app/credentials/resolveBindings.ts';
import { MatchesBody } from '../../schemas/c2pa.ts';
import { NO_GOOD_CREDENTIAL } from '../../security/security.ts';

export const ASKED = [...NO_GOOD_CREDENTIAL, 'VALIDATION_ERROR'] as const;

export const matchesView = (matches: readonly ManifestMatch[]): z.output<typeof MatchesBody> => ({
  matches: [...matches],
});
