/** What the queries by soft bindings share. @module */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Asker, ManifestMatch } from '../../../app/credentials/resolveBindings.ts';
import { MatchesBody } from '../../schemas/c2pa.ts';
import { requesterOf } from '../../security/auth.ts';
import { NO_GOOD_CREDENTIAL } from '../../security/security.ts';

export const ASKED = [...NO_GOOD_CREDENTIAL, 'VALIDATION_ERROR'] as const;

export const matchesView = (matches: readonly ManifestMatch[]): z.output<typeof MatchesBody> => ({
  matches: [...matches],
});

export const askerOf = (request: FastifyRequest): Asker => ({ caller: request.caller, ip: requesterOf(request).ip });
