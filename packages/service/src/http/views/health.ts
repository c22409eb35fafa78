/** How the service is, as JSON. @module */
import type { z } from 'zod';
import type { Checks } from '../httpDeps.ts';
import type { AliveBody, HealthBody } from '../schemas/health.ts';

/** Without the database nothing works; without the others something does. */
export function healthView(
  { database, models, cache }: Checks,
  version: string,
  at: Date,
): z.output<typeof HealthBody> {
  const isDegraded = models === 'unhealthy' || cache === 'unhealthy';
  const status = database === 'unhealthy' ? 'unhealthy' : isDegraded ? 'degraded' : 'healthy';
  return { status, version, timestamp: at.toISOString(), checks: { database, cache, ml_models: models } };
}

export const aliveView = (isAlive: boolean, at: Date): z.output<typeof AliveBody> => ({
  status: isAlive ? 'healthy' : 'unhealthy',
  timestamp: at.toISOString(),
});
