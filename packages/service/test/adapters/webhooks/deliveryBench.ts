/** Webhooks from the outbox to a sink on loopback, on a clock that stands still. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect } from 'vitest';
import { createDeliveryQueue } from '../../../src/adapters/db/webhooks/webhookQueue.ts';
import { mails, outbox, webhooks as table } from '../../../src/adapters/db/schema/delivery.ts';
import { createAddressGuard } from '../../../src/adapters/webhooks/addressGuard.ts';
import { createTraces } from '../../../src/adapters/traces/createTraces.ts';
import { createWebhookSender } from '../../../src/adapters/webhooks/sendWebhook.ts';
import type {
  DeliveryQueue,
  DeliveryStatus,
  NewWebhook,
  WithSecret,
} from '../../../src/app/ports/delivery/webhooks.ts';
import { newEvent } from '../../../src/app/newEvent.ts';
import { createDispatcher, type Dispatcher } from '../../../src/app/webhooks/dispatcher.ts';
import type { Database } from '../../../src/adapters/db/connection/database.ts';
import { memoryMailer } from '../../fakes/memoryMailer.ts';
import { manualClock } from '../../fakes/manualClock.ts';
import { type Account, KEY_ENCRYPTION_KEY, NOW, registerAccount, testRepositories } from '../../support/fixtures.ts';
import { sendMails } from '../../support/sendMails.ts';
import { openSink, type WebhookSink } from '../../support/webhookSink.ts';

/** Made anew for every test. */
interface Bench {
  clock: ReturnType<typeof manualClock>;
  sink: WebhookSink;
  account: Account;
  dispatcher: Dispatcher;
  mailer: ReturnType<typeof memoryMailer>;
}

export function openDeliveryBench(database: () => Database) {
  const bench = {} as Bench;
  const failures: unknown[] = [];
  const ids = { uuid: () => crypto.randomUUID() };
  const repositories = () => testRepositories(database());
  const queue = (): DeliveryQueue => ({
    ...createDeliveryQueue(database(), { ids, keyEncryptionKey: KEY_ENCRYPTION_KEY }),
    now: async () => bench.clock.now(),
  });

  const traces = createTraces(null);

  const newDispatcher = (): Dispatcher => {
    const guard = createAddressGuard({ resolve: async () => [], allowLoopback: true });
    const sender = createWebhookSender(guard, bench.clock, 2_000);
    const { organizations, users } = repositories();
    const deps = { queue: queue(), sender, clock: bench.clock, ids, chance: () => 0, organizations, users };
    return createDispatcher({ ...deps, traces }, (error) => failures.push(error));
  };
  const endpoint = (fields: Partial<NewWebhook> = {}): Promise<WithSecret> =>
    repositories().webhooks.create(
      {
        id: ids.uuid(),
        organizationId: bench.account.organizationId,
        createdBy: bench.account.user.id,
        url: bench.sink.url,
        events: ['*'],
        active: true,
        description: null,
        createdAt: bench.clock.now(),
        ...fields,
      },
      20,
    );
  const happen = async (assetId: string = ids.uuid(), { organizationId } = bench.account): Promise<string> => {
    const event = newEvent({ clock: bench.clock, ids }, organizationId, 'asset.processed', {
      asset_id: assetId,
      status: 'completed',
    });
    await repositories().outbox.add([event]);
    // As the database would have it, on this clock.
    const { id, timestamp } = event;
    await database().write(async (transaction) => {
      await transaction.update(outbox).set({ createdAt: timestamp }).where(eq(outbox.id, id));
    });
    return id;
  };
  const settle = async (): Promise<void> => {
    await bench.dispatcher.run();
    await bench.dispatcher.idle();
    await bench.dispatcher.run();
    await bench.dispatcher.idle();
  };
  const logOf = async (webhookId: string, status?: DeliveryStatus) =>
    (await repositories().deliveries.list(webhookId, { page: 1, pageSize: 100, ...(status ? { status } : {}) })).items;
  /** Every mail so far. */
  const mailed = async () => {
    await sendMails({ mails: repositories().mails, mailer: bench.mailer, traces });
    return bench.mailer.mails;
  };
  const find = async (id: string) => (await repositories().webhooks.find(id))!;
  const headersOf = (i: number) => bench.sink.received[i]?.headers as Record<string, string>;

  beforeEach(async () => {
    // What an earlier test left would be sent as well.
    await database().write(async (transaction) => {
      await transaction.delete(table);
      await transaction.delete(outbox);
      await transaction.delete(mails);
    });
    bench.clock = manualClock(NOW);
    bench.sink = await openSink();
    bench.account = await registerAccount(repositories());
    bench.mailer = memoryMailer();
    bench.dispatcher = newDispatcher();
  });
  afterEach(async () => {
    await bench.dispatcher.stop();
    await bench.sink.close();
    expect(failures.splice(0)).toEqual([]);
  });

  return {
    bench,
    endpoint,
    failures,
    find,
    happen,
    headersOf,
    ids,
    logOf,
    mailed,
    newDispatcher,
    queue,
    repositories,
    settle,
  };
}
