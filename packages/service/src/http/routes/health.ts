/** How the service is: no credential, no limit, under a second (G73). @module */
import { failures } from '../schemas/common.ts';
import { AliveBody, HealthBody } from '../schemas/health.ts';
import type { App, HttpDeps } from '../httpDeps.ts';
import type { HealthProbe } from '../../app/ports/health.ts';
import { NO_CREDENTIAL } from '../security.ts';

type Check = 'healthy' | 'unhealthy';
interface Checks {
  readonly database: Check;
  readonly models: Check;
  readonly cache: Check | 'disabled';
}

/** A probe that does not answer by then counts as unhealthy, ms. */
const PROBE_MAX_MS = 800;
/** How long an outcome is repeated, ms. */
const CACHED_MS = 1000;

async function outcome(probe: HealthProbe): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PROBE_MAX_MS);
  });
  const usable = await Promise.race([probe.check(), late]).catch(() => false);
  clearTimeout(timer);
  return usable ? 'healthy' : 'unhealthy';
}

/** One round of probes a second, however many ask. */
function cachedChecks({ probes, ports }: HttpDeps): () => Promise<Checks> {
  let asked: Promise<Checks> | null = null;
  let askedAtMs = 0;
  return () => {
    const nowMs = ports.clock.now().getTime();
    if (!asked || nowMs - askedAtMs >= CACHED_MS) {
      askedAtMs = nowMs;
      asked = Promise.all([
        outcome(probes.database),
        outcome(probes.models),
        ports.rateLimiter.isShared ? outcome(ports.rateLimiter) : ('disabled' as const),
      ]).then(([database, models, cache]) => ({ database, models, cache }));
    }
    return asked;
  };
}

export function registerHealthRoutes(app: App, deps: HttpDeps): void {
  const { settings, ports } = deps;
  const checks = cachedChecks(deps);
  const common = { tags: ['Health'], security: NO_CREDENTIAL };

  app.get(
    '/health',
    {
      schema: {
        ...common,
        operationId: 'health',
        summary: 'Health of the service and its parts',
        response: { 200: HealthBody, 503: HealthBody },
      },
    },
    async (_request, reply) => {
      const { database, models, cache } = await checks();
      const isDegraded = models === 'unhealthy' || cache === 'unhealthy';
      const status = database === 'unhealthy' ? 'unhealthy' : isDegraded ? 'degraded' : 'healthy';
      return reply
        .code(status === 'unhealthy' ? 503 : 200)
        .header('cache-control', 'no-store')
        .send({
          status,
          version: settings.version,
          timestamp: ports.clock.now().toISOString(),
          checks: { database, cache, ml_models: models },
        });
    },
  );

  app.get(
    '/health/live',
    {
      schema: {
        ...common,
        operationId: 'alive',
        summary: 'Does the process answer?',
        response: { 200: AliveBody, ...failures() },
      },
    },
    async () => ({ status: 'healthy' as const, timestamp: ports.clock.now().toISOString() }),
  );

  app.get(
    '/health/ready',
    {
      schema: {
        ...common,
        operationId: 'ready',
        summary: 'Should it get requests?',
        response: { 200: AliveBody, 503: AliveBody },
      },
    },
    async (_request, reply) => {
      const { database, models } = await checks();
      const ready = database === 'healthy' && models === 'healthy' && !settings.draining();
      return reply
        .code(ready ? 200 : 503)
        .send({ status: ready ? 'healthy' : 'unhealthy', timestamp: ports.clock.now().toISOString() });
    },
  );
}
