/** GET /health/live: does the process answer. @module */
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { AliveBody } from '../../schemas/health.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { aliveView } from '../../views/health.ts';

const schema = {
  operationId: 'alive',
  summary: 'Does the process answer?',
  description: '200 as long as the process answers, whatever its parts do.',
  tags: ['Health'],
  security: NO_CREDENTIAL,
  response: { 200: AliveBody, ...failures() },
};

export function aliveRoute(app: App, { ports }: RouteDeps): void {
  app.get('/health/live', { schema }, async () => aliveView(true, ports.clock.now()));
}
