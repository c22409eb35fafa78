/** The part of the composition root that puts limits together: windows, the guard of passwords, the store they count in. @module */
import type { FastifyBaseLogger } from 'fastify';
import { counters } from '../adapters/limits/counters.ts';
import { createLoginGuard } from '../adapters/limits/loginGuard.ts';
import { createKnownNetworks } from '../adapters/limits/knownNetworks.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import { createRateLimiter } from '../adapters/limits/rateLimiter.ts';
import type { RedisConnection } from '../adapters/limits/redis.ts';
import { ACCOUNT_GUARD, auxiliaryLimits, LOGIN_GUARD, rateWindows } from '../app/limits/rates.ts';
import { planLimitsWith } from '../app/ports/accounts/planLimits.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { Clock } from '../app/ports/runtime/runtime.ts';
import type { Config } from '../config/config.ts';
import { freePlanOf } from '../config/ownMachine.ts';

export type LimitSettings = Pick<
  Config,
  | 'environment'
  | 'ratePerMinute'
  | 'ratePerHour'
  | 'ratePerDay'
  | 'uploadBytesMax'
  | 'uploadAnswerS'
  | 'encryptAtRest'
  | 'quarantineDays'
  | 'downloadLinkSeconds'
  | 'billingMode'
  | 'assetChecksPerCaller'
  | 'assetChecksInAll'
  | 'ownedOrganizationsMax'
  | 'operators'
  | 'passwordCharsMin'
  | 'requireVerifiedEmail'
> &
  Parameters<typeof freePlanOf>[0];

export function composeLimits(
  settings: LimitSettings,
  clock: Clock,
  redis: RedisConnection | null,
): Pick<Ports, 'rateLimiter' | 'loginGuard' | 'accountGuard' | 'knownNetworks' | 'limits'> {
  const makeCounter = counters(redis?.client ?? null);
  const { freeLoginFailures, freeAccountFailures, ...auxiliary } = auxiliaryLimits(settings);
  return {
    rateLimiter: createRateLimiter(makeCounter, clock, redis),
    loginGuard: createLoginGuard(makeCounter, { ...LOGIN_GUARD, freeFailures: freeLoginFailures }),
    accountGuard: createLoginGuard(makeCounter, { ...ACCOUNT_GUARD, freeFailures: freeAccountFailures }),
    knownNetworks: createKnownNetworks(makeCounter),
    limits: {
      uploadBytesMax: settings.uploadBytesMax,
      uploadAnswerMs: settings.uploadAnswerS * 1000,
      encryptAtRest: settings.encryptAtRest,
      quarantineDays: settings.quarantineDays,
      downloadLinkSeconds: settings.downloadLinkSeconds,
      billingMode: settings.billingMode ?? (settings.environment === 'production' ? 'managed' : 'open'),
      assetChecks: { perChecker: settings.assetChecksPerCaller, inAll: settings.assetChecksInAll },
      plans: planLimitsWith(freePlanOf(settings)),
      ownedOrganizationsMax: settings.ownedOrganizationsMax,
      operators:
        settings.operators.length > 0 || settings.environment === 'production' ? settings.operators : 'first account',
      passwordCharsMin: settings.passwordCharsMin,
      requireVerifiedEmail: settings.requireVerifiedEmail ?? settings.environment === 'production',
      rates: rateWindows(settings),
      ...auxiliary,
    },
  };
}

/** The connection of `REDIS_URL`, or null. A Redis that is away does not stop the start; it is logged. */
export async function openRedis(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  log: FastifyBaseLogger,
  metrics: Pick<Metrics, 'redisIs'> | null,
): Promise<RedisConnection | null> {
  if (redisUrl === null) return null;
  const { connectRedis, firstConnection } = await import('../adapters/limits/redis.ts');
  const redis = connectRedis(redisUrl, (isUp, cause) => {
    metrics?.redisIs(isUp);
    if (isUp) log.info('Redis answers: requests are counted there');
    else log.warn({ err: cause }, 'Redis does not answer: this process counts requests by itself meanwhile');
  });
  await firstConnection(redis);
  return redis;
}
