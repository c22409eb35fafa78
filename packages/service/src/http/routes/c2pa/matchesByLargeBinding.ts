/** POST /v1/c2pa/matches/byBinding: manifests by a soft binding in the body. @module */
import { matchesByBinding } from '../../../app/credentials/resolveBindings.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { BindingBody, MatchesBody, ResultsQuery } from '../../schemas/c2pa.ts';
import { failures, JSON_BODY } from '../../schemas/common.ts';
import { callerOrStranger } from '../../security/auth.ts';
import { OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { ASKED, askerOf, matchesView } from './softBinding.ts';

const schema = {
  operationId: 'matchesByLargeBinding',
  summary: 'Manifests by a soft binding in the body',
  description: 'As by query, for values that are too long for an address.',
  tags: ['Content Credentials'],
  security: OPTIONAL_CREDENTIAL,
  querystring: ResultsQuery,
  body: BindingBody,
  response: { 200: MatchesBody, ...failures(...ASKED, ...JSON_BODY) },
};

export function matchesByLargeBindingRoute(app: App, { ports }: RouteDeps): void {
  app.post('/v1/c2pa/matches/byBinding', { onRequest: callerOrStranger(ports, 'verify'), schema }, async (request) => {
    const { alg: algorithm, value } = request.body;
    return matchesView(await matchesByBinding(ports, askerOf(request), { algorithm, value }, request.query.maxResults));
  });
}
