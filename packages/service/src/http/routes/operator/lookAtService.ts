/** GET /v1/operator: what the service does and holds. @module */
import { lookAtService } from '../../../app/operator/lookAtService.ts';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { OperatorBody } from '../../schemas/operator.ts';
import { requireCaller, userOf } from '../../security/auth.ts';
import { credentials } from '../../security/security.ts';
import { operatorView } from '../../views/operator.ts';
import { ACCOUNT } from '../accounts/accountFailures.ts';

const schema = {
  operationId: 'lookAtService',
  summary: 'What the service does and holds',
  description:
    'For operators, signed in: what waits, what failed, what is searched, the models, and stored files that nothing refers to. Numbers over all organizations, no content.',
  tags: ['Health'],
  security: credentials('account.manage'),
  response: { 200: OperatorBody, ...failures(...ACCOUNT) },
};

export function lookAtServiceRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/v1/operator', { onRequest: requireCaller(ports), schema }, async (request, reply) => {
    const look = await lookAtService(ports, userOf(request).user);
    reply.header('cache-control', 'no-store');
    return operatorView(look, settings.modelHashes, ports.limits.quarantineDays);
  });
}
