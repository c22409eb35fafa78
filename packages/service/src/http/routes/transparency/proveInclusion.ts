/** GET /v1/transparency/inclusion: proof that an entry is in the log. @module */
import { proveInclusion } from '../../../app/transparency/readLog.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { InclusionBody, InclusionQuery } from '../../schemas/ledger/transparency.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { inclusionView } from '../../views/transparency.ts';

const schema = {
  operationId: 'proveInclusion',
  summary: 'Proof that an entry is in the log',
  description: 'Hashes that lead from the entry to the root of a checkpoint, RFC 6962, 2.1.1.',
  tags: ['Transparency'],
  security: NO_CREDENTIAL,
  querystring: InclusionQuery,
  response: { 200: InclusionBody, ...failures('LOG_ENTRY_NOT_FOUND', 'VALIDATION_ERROR') },
};

export function proveInclusionRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/transparency/inclusion', { schema }, async (request, reply) => {
    const proof = await proveInclusion(ports, request.query.index);
    reply.header('cache-control', 'no-cache');
    return inclusionView(proof);
  });
}
