/** GET /v1/c2pa/matches/byBinding: manifests by a soft binding. @module */
import { matchesByBinding } from '../../../app/credentials/resolveBindings.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { BindingQuery, MatchesBody } from '../../schemas/c2pa.ts';
import { failures } from '../../schemas/common.ts';
import { callerOrStranger } from '../../security/auth.ts';
import { OPTIONAL_CREDENTIAL } from '../../security/security.ts';
import { ASKED, askerOf, matchesView } from './softBinding.ts';

const schema = {
  operationId: 'matchesByBinding',
  summary: 'Manifests by a soft binding',
  description: 'C2PA soft binding resolution: the manifests whose binding has this value.',
  tags: ['Content Credentials'],
  security: OPTIONAL_CREDENTIAL,
  querystring: BindingQuery,
  response: { 200: MatchesBody, ...failures(...ASKED) },
};

export function matchesByBindingRoute(app: App, { ports }: RouteDeps): void {
  app.get('/v1/c2pa/matches/byBinding', { onRequest: callerOrStranger(ports, 'verify'), schema }, async (request) => {
    const { alg: algorithm, value, maxResults } = request.query;
    return matchesView(await matchesByBinding(ports, askerOf(request), { algorithm, value }, maxResults));
  });
}
