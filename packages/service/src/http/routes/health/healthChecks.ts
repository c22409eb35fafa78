/** Probes of what the service needs. @module */
import type { HealthProbe } from '../../../app/ports/runtime/health.ts';
import type { Check, Checks, HttpDeps } from '../../httpDeps.ts';

/** A probe that does not answer by then counts as unhealthy, ms. */
const PROBE_MAX_MS = 2000;

/** How long an outcome is repeated, ms. */
const CACHED_MS = 1000;

async function outcome(probe: HealthProbe): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    // Node runs due timers before it reads answers: after a pause of its own loop (a network being loaded) an answer that
    // came in time would lose to the timer. `setImmediate` comes after reading.
    timer = setTimeout(() => setImmediate(() => resolve(false)), PROBE_MAX_MS);
  });
  const usable = await Promise.race([probe.check(), late]).catch(() => false);
  clearTimeout(timer);
  return usable ? 'healthy' : 'unhealthy';
}

export type CheckDeps = Pick<HttpDeps, 'probes'> & { readonly ports: Pick<HttpDeps['ports'], 'clock' | 'rateLimiter'> };

/** One round of probes a second, however many ask. */
export function cachedChecks({ probes, ports }: CheckDeps): () => Promise<Checks> {
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
      ]).then(([database, models, cache]) => ({
        database,
        models,
        cache,
        logProblems: probes.log.problems(),
        mailProblems: probes.mails.problems(),
      }));
    }
    return asked;
  };
}

/** Should it get requests, or work of any kind? */
export const isUsable = ({ database, models }: Checks): boolean => database === 'healthy' && models === 'healthy';
