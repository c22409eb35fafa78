/** The connection to Redis; it may come and go while the service runs. @module */
import { Redis } from 'ioredis';
import type { HealthProbe } from '../../app/ports/runtime/health.ts';

export interface RedisConnection extends HealthProbe {
  readonly client: Redis;
  close(): Promise<void>;
}

/** A command that takes longer counts as failed: every request waits for one, ms. */
const COMMAND_MS_MAX = 500;
const RECONNECT_MS_MAX = 2000;

/** @param report hears once when the connection is lost and once when it is back */
export function connectRedis(url: string, report: (isUp: boolean, cause?: unknown) => void): RedisConnection {
  const client = new Redis(url, {
    // Without a connection a command fails at once, and the process counts by itself.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_MS_MAX,
    connectTimeout: RECONNECT_MS_MAX,
    retryStrategy: (attempt) => Math.min(100 * 2 ** attempt, RECONNECT_MS_MAX),
  });
  let isUp: boolean | null = null;
  const change = (now: boolean, cause?: unknown): void => {
    if (isUp !== now) report(now, cause);
    isUp = now;
  };
  client.on('ready', () => change(true));
  client.on('error', (error) => change(false, error));
  client.on('close', () => change(false));
  return {
    client,
    check: async () => (await client.ping()) === 'PONG',
    close: async () => {
      client.removeAllListeners('close');
      client.disconnect();
    },
  };
}

/** Waits for the first connection, so that the first requests are counted in the right place; at most a second. */
export async function firstConnection({ client }: RedisConnection): Promise<void> {
  if (client.status === 'ready') return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 1000);
    client.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
