/** GET /health: health of the service and its parts. @module */
import type { App, RouteDeps } from '../../httpDeps.ts';
import { HealthBody } from '../../schemas/health.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';
import { healthView } from '../../views/health.ts';

const schema = {
  operationId: 'health',
  summary: 'Health of the service and its parts',
  description:
    'Each part as `healthy`, `unhealthy` or `disabled`. 503 when the service cannot work without one that fails.',
  tags: ['Health'],
  security: NO_CREDENTIAL,
  response: { 200: HealthBody, 503: HealthBody },
};

export function healthRoute(app: App, { ports, settings, checks }: RouteDeps): void {
  app.get('/health', { schema }, async (_request, reply) => {
    const view = healthView(await checks(), settings.version, ports.clock.now());
    const status = view.status === 'unhealthy' ? 503 : 200;
    return reply.code(status).header('cache-control', 'no-store').send(view);
  });
}
