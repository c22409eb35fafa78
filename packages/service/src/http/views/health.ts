/** How the service is, as JSON. @module */
import type { z } from 'zod';
import type { Checks } from '../httpDeps.ts';
import type { AliveBody, HealthBody } from '../schemas/health.ts';

/**
 * Without the database nothing works; without the others, or with a log that signs nothing, something does. Mails that wait are
 * told and change nothing: every request is answered.
 */
export function healthView(
  { database, models, cache, logProblems, mailProblems }: Checks,
  version: string,
  at: Date,
): z.output<typeof HealthBody> {
  const isDegraded = models === 'unhealthy' || cache === 'unhealthy' || logProblems.length > 0;
  const status = database === 'unhealthy' ? 'unhealthy' : isDegraded ? 'degraded' : 'healthy';
  const log = logProblems.length > 0 ? 'unhealthy' : 'healthy';
  const checks = { database, cache, ml_models: models, transparency_log: log } as const;
  return { status, version, timestamp: at.toISOString(), checks, problems: [...logProblems, ...mailProblems] };
}

export const aliveView = (
  isAlive: boolean,
  at: Date,
  problems: readonly string[] = [],
): z.output<typeof AliveBody> => ({
  status: isAlive ? (problems.length > 0 ? 'degraded' : 'healthy') : 'unhealthy',
  timestamp: at.toISOString(),
  problems: [...problems],
});
