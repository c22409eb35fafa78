/** GET /health/ready: should it get requests. @module */
import type { App, RouteDeps } from '../../httpDeps.ts';
import { AliveBody } from '../../schemas/health.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { aliveView } from '../../views/health.ts';
import { isUsable } from './healthChecks.ts';

const schema = {
  operationId: 'ready',
  summary: 'Should it get requests?',
  description: '503 while it starts, ends or lacks a part: an orchestrator then sends requests elsewhere.',
  tags: ['Health'],
  security: NO_CREDENTIAL,
  response: { 200: AliveBody, 503: AliveBody },
};

export function readyRoute(app: App, { ports, settings, checks }: RouteDeps): void {
  app.get('/health/ready', { schema }, async (_request, reply) => {
    const all = await checks();
    const ready = isUsable(all) && !settings.leaving() && !settings.draining();
    return reply.code(ready ? 200 : 503).send(aliveView(ready, ports.clock.now(), all.logProblems));
  });
}
