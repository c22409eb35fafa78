/** POST /v1/c2pa/matches/byReference: manifests by the address of a picture: not offered. @module */
import { AppError } from '@assay/core/errors';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { ReferenceBody } from '../../schemas/c2pa.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { callerOrStranger } from '../../security/auth.ts';
import { OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { ASKED } from './softBinding.ts';

const schema = {
  operationId: 'matchesByReference',
  summary: 'Manifests by the address of a picture: not offered',
  description: 'The service fetches nothing from elsewhere. Send the picture itself to `byContent`.',
  tags: ['Content Credentials'],
  security: OPTIONAL_CREDENTIAL,
  body: ReferenceBody,
  response: failures(...ASKED, ...JSON_BODY, 'NOT_IMPLEMENTED'),
};

export function matchesByReferenceRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/c2pa/matches/byReference', { onRequest: callerOrStranger(ports, 'verify'), schema }, async () => {
    throw new AppError('NOT_IMPLEMENTED', 'This service fetches no pictures. Send the file to matches/byContent.');
  });
}
