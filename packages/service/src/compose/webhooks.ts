/** The part of the composition root that sends events out. @module */
import { createDeliveryQueue } from '../adapters/db/webhooks/webhookQueue.ts';
import type { Database } from '../adapters/db/connection/database.ts';
import type { Metrics } from '../adapters/metrics/metrics.ts';
import { observedDeliveries } from '../adapters/metrics/observed.ts';
import { type RunningJob, repeat } from '../adapters/jobs/repeat.ts';
import {
  createAddressGuard,
  type GuardOptions,
  systemResolve,
  type VettingGuard,
} from '../adapters/webhooks/addressGuard.ts';
import { createWebhookSender } from '../adapters/webhooks/sendWebhook.ts';
import { exclusiveJob } from '../app/exclusiveJob.ts';
import { createDispatcher, type DispatchDeps, deliveryPurgeJob } from '../app/webhooks/dispatcher.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { Config } from '../config/config.ts';

/** How long a new event waits at most before it is looked at. */
const DISPATCH_PAUSE_MS = 1_000;
const PURGE_PAUSE_MS = 60 * 60 * 1000;

export const composeAddressGuard = (
  config: Pick<Config, 'allowPrivateWebhooks'>,
  more: Pick<GuardOptions, 'allowPlain'> = {},
): VettingGuard =>
  createAddressGuard({ resolve: systemResolve(), allowLoopback: config.allowPrivateWebhooks, ...more });

export interface WebhookParts {
  readonly database: Database;
  readonly keyEncryptionKey: Uint8Array;
  readonly ports: Omit<DispatchDeps, 'queue' | 'sender' | 'chance'> & Pick<Ports, 'jobLeases' | 'timers' | 'processId'>;
  /** Null: nobody counts. */
  readonly metrics: Metrics | null;
}

/** Sends what waits until it is stopped; attempts on their way then end first. */
export function startWebhooks(
  config: Pick<Config, 'allowPrivateWebhooks'>,
  { database, keyEncryptionKey, ports, metrics }: WebhookParts,
  isEnding: () => boolean,
  report: (error: unknown) => void,
): RunningJob {
  const { clock, ids } = ports;
  const plain = createDeliveryQueue(database, { ids, keyEncryptionKey });
  const queue = metrics === null ? plain : observedDeliveries(plain, metrics);
  const sender = createWebhookSender(composeAddressGuard(config), clock);
  const dispatcher = createDispatcher({ ...ports, queue, sender, chance: Math.random }, report);
  const dispatches = repeat(
    'deliveries',
    async () => (isEnding() ? undefined : dispatcher.run()),
    DISPATCH_PAUSE_MS,
    report,
  );
  const purge = exclusiveJob(ports, 'deliveries', deliveryPurgeJob({ queue, clock }));
  const purges = repeat('old deliveries', purge, PURGE_PAUSE_MS, report);
  return {
    async stop() {
      await Promise.all([dispatches.stop(), purges.stop()]);
      await dispatcher.stop();
    },
  };
}
