/** GET /v1/transparency/consistency: proof that the log was only continued. @module */
import { proveConsistency } from '../../../app/transparency/readLog.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { ConsistencyBody, ConsistencyQuery } from '../../schemas/ledger/transparency.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { base64 } from '../../views/transparency.ts';

const schema = {
  operationId: 'proveConsistency',
  summary: 'Proof that the log was only continued',
  description: 'Hashes that lead from the root of an earlier size to that of a later one, RFC 6962, 2.1.2.',
  tags: ['Transparency'],
  security: NO_CREDENTIAL,
  querystring: ConsistencyQuery,
  response: { 200: ConsistencyBody, ...failures('LOG_ENTRY_NOT_FOUND', 'VALIDATION_ERROR') },
};

export function proveConsistencyRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/transparency/consistency', { schema }, async (request) => {
    const { first, second } = request.query;
    const hashes = await proveConsistency(ports, first, second);
    return { first, second, hashes: hashes.map(base64) };
  });
}
