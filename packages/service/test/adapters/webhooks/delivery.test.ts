import { eq } from 'drizzle-orm';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDeliveryQueue } from '../../../src/adapters/db/webhookQueue.ts';
import { outbox, webhookDeliveries, webhooks as table } from '../../../src/adapters/db/schema/delivery.ts';
import { createAddressGuard } from '../../../src/adapters/webhooks/addressGuard.ts';
import { createWebhookSender } from '../../../src/adapters/webhooks/sendWebhook.ts';
import type { DeliveryStatus, NewWebhook, WithSecret } from '../../../src/app/ports/webhooks.ts';
import { newEvent } from '../../../src/app/newEvent.ts';
import { createDispatcher, type Dispatcher, LEASE_MS, purgeRounds } from '../../../src/app/webhooks/dispatcher.ts';
import { createBackground } from '../../../src/adapters/background.ts';
import { type MemoryMailer, memoryMailer } from '../../fakes/memoryMailer.ts';
import { type ManualClock, manualClock } from '../../fakes/manualClock.ts';
import { type Account, KEY_ENCRYPTION_KEY, NOW, registerAccount, testRepositories } from '../../support/fixtures.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';
import { openSink, type WebhookSink, withStatus } from '../../support/webhookSink.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describeOnEachEngine('webhooks from the outbox to the endpoint', (database) => {
  let clock: ManualClock;
  let sink: WebhookSink;
  let account: Account;
  let dispatcher: Dispatcher;
  const failures: unknown[] = [];
  let mailer: MemoryMailer;
  const mailFailures: unknown[] = [];
  const background = createBackground((error) => mailFailures.push(error));
  const ids = { uuid: () => crypto.randomUUID() };
  const repositories = () => testRepositories(database());
  const queue = () => createDeliveryQueue(database(), { ids, keyEncryptionKey: KEY_ENCRYPTION_KEY });

  const newDispatcher = (): Dispatcher => {
    const guard = createAddressGuard({ resolve: async () => [], allowLoopback: true });
    const sender = createWebhookSender(guard, clock, 2_000);
    const { organizations, users } = repositories();
    const deps = { queue: queue(), sender, clock, ids, chance: () => 0, organizations, users, mailer, background };
    return createDispatcher(deps, (error) => failures.push(error));
  };
  const endpoint = (fields: Partial<NewWebhook> = {}): Promise<WithSecret> =>
    repositories().webhooks.create(
      {
        id: ids.uuid(),
        organizationId: account.organizationId,
        createdBy: account.user.id,
        url: sink.url,
        events: ['*'],
        active: true,
        description: null,
        createdAt: clock.now(),
        ...fields,
      },
      20,
    );
  const happen = async (assetId: string = ids.uuid(), { organizationId } = account): Promise<string> => {
    const event = newEvent({ clock, ids }, organizationId, 'asset.processed', {
      asset_id: assetId,
      status: 'completed',
    });
    await repositories().outbox.add([event]);
    return event.id;
  };
  const settle = async (): Promise<void> => {
    await dispatcher.round();
    await dispatcher.idle();
    await dispatcher.round();
    await dispatcher.idle();
  };
  const logOf = async (webhookId: string, status?: DeliveryStatus) =>
    (await repositories().deliveries.list(webhookId, { page: 1, pageSize: 100, ...(status ? { status } : {}) })).items;
  const find = async (id: string) => (await repositories().webhooks.find(id))!;
  const headersOf = (i: number) => sink.received[i]?.headers as Record<string, string>;

  beforeEach(async () => {
    // What an earlier test left would be sent as well.
    await database().write(async (transaction) => {
      await transaction.delete(table);
      await transaction.delete(outbox);
    });
    clock = manualClock(NOW);
    sink = await openSink();
    account = await registerAccount(repositories());
    mailer = memoryMailer();
    dispatcher = newDispatcher();
  });
  afterEach(async () => {
    await dispatcher.stop();
    await sink.close();
    expect(failures.splice(0)).toEqual([]);
    expect(mailFailures.splice(0)).toEqual([]);
  });

  test('an event goes once to every active endpoint that subscribes, in its organization alone', async () => {
    const stranger = await registerAccount(repositories());
    const all = await endpoint({ url: `${sink.url}/all` });
    await endpoint({ url: `${sink.url}/some`, events: ['asset.deleted', 'asset.processed'] });
    await endpoint({ url: `${sink.url}/other`, events: ['asset.deleted'] });
    await endpoint({ url: `${sink.url}/off`, active: false });
    await endpoint({ url: `${sink.url}/stranger`, organizationId: stranger.organizationId });
    const eventId = await happen('a1');
    await settle();
    expect(sink.received.map(({ path }) => path).sort()).toEqual(['/hook/all', '/hook/some']);
    const body = {
      event: 'asset.processed',
      timestamp: NOW.toISOString(),
      data: { asset_id: 'a1', status: 'completed' },
    };
    for (const [i, { body: text }] of sink.received.entries()) {
      expect(JSON.parse(text)).toEqual(body);
      expect(Object.keys(JSON.parse(text) as object)).toEqual(['event', 'timestamp', 'data']);
      expect(text).toBe(sink.received[0]?.body);
      expect(headersOf(i)['webhook-id']).toBe(eventId);
    }
    const [delivery] = await logOf(all.webhook.id);
    expect(delivery).toMatchObject({
      eventId,
      status: 'delivered',
      attempt: 1,
      responseStatus: 204,
      nextAttemptAt: null,
    });
    expect(delivery?.deliveredAt).toEqual(NOW);
  });

  test('a failure is repeated on schedule with the same id and body, a fresh time and signature', async () => {
    const { webhook, secret } = await endpoint();
    sink.answer = (response, attempt) => void response.writeHead(attempt < 3 ? 500 : 200).end('answer');
    await happen();
    await settle();
    expect(await logOf(webhook.id)).toMatchObject([
      {
        status: 'pending',
        attempt: 1,
        responseStatus: 500,
        responseBody: 'answer',
        nextAttemptAt: new Date(NOW.getTime() + 5000),
      },
    ]);
    expect((await find(webhook.id)).failingSince).toEqual(NOW);
    clock.advance(4_999);
    await settle();
    expect(sink.received).toHaveLength(1);
    clock.advance(1);
    await settle();
    clock.advance(300_000);
    await settle();
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'delivered', attempt: 3, responseStatus: 200 }]);
    expect((await find(webhook.id)).failingSince).toBeNull();
    const [first, second, third] = sink.received;
    expect([second?.body, third?.body]).toEqual([first?.body, first?.body]);
    const sent = [0, 1, 2].map(headersOf);
    expect(new Set(sent.map((headers) => headers['webhook-id'])).size).toBe(1);
    expect(sent.map((headers) => Number(headers['webhook-timestamp']) - NOW.getTime() / 1000)).toEqual([0, 5, 305]);
    for (const [i, headers] of sent.entries())
      expect(
        new Verifier(secret).sign(
          headers['webhook-id']!,
          new Date(Number(headers['webhook-timestamp']) * 1000),
          sink.received[i]!.body,
        ),
      ).toBe(headers['webhook-signature']);
  });

  test('after ten failures it ends; Retry-After is honoured on the way', async () => {
    const { webhook } = await endpoint();
    sink.answer = withStatus(503, { 'retry-after': String(2 * 3600) });
    await happen();
    await settle();
    expect((await logOf(webhook.id))[0]?.nextAttemptAt).toEqual(new Date(NOW.getTime() + 2 * HOUR));
    for (let i = 0; i < 12; i++) {
      clock.advance(DAY);
      // Any success in between keeps the endpoint on, so that only this delivery's own attempts end it.
      await database().write((transaction) => transaction.update(table).set({ failingSince: null }));
      await settle();
    }
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'failed', attempt: 10, responseStatus: 503 }]);
    expect(sink.received).toHaveLength(10);
  });

  test('410 switches the endpoint off; its neighbours hear of it, what waited ends', async () => {
    const { webhook } = await endpoint({ url: `${sink.url}/gone` });
    await endpoint({ url: `${sink.url}/neighbour`, events: ['webhook.disabled'] });
    sink.answer = (response, _attempt, { path }) => void response.writeHead(path === '/hook/gone' ? 410 : 200).end();
    await happen();
    await settle();
    await settle();
    expect(await find(webhook.id)).toMatchObject({ active: false, disabledReason: 'gone', disabledAt: NOW });
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'failed', attempt: 1 }]);
    const told = sink.received
      .filter(({ path }) => path === '/hook/neighbour')
      .map(({ body }) => JSON.parse(body) as object);
    const data = { webhook_id: webhook.id, reason: 'gone', failing_since: NOW.toISOString() };
    expect(told).toEqual([{ event: 'webhook.disabled', timestamp: NOW.toISOString(), data }]);
  });

  test('the owner hears by mail of an endpoint that was switched off, once, and without what its address may keep secret', async () => {
    const { webhook } = await endpoint({ url: `${sink.url}/hidden-token` });
    for (let i = 0; i < 4; i++) await happen();
    sink.answer = withStatus(410);
    await settle();
    await background.settled();
    expect(mailer.mails).toHaveLength(1);
    const [{ to, subject, text } = { to: '', subject: '', text: '' }] = mailer.mails;
    expect([to, subject]).toEqual([account.user.email, 'A webhook of your organization was switched off']);
    for (const part of [webhook.id, new URL(sink.url).host, '410 Gone']) expect(text).toContain(part);
    expect(text).not.toContain('hidden-token');
  });

  test('a mailer that fails keeps no endpoint on and no delivery open', async () => {
    const { webhook } = await endpoint();
    await happen();
    sink.answer = withStatus(410);
    const broken = new Error('no mail today');
    mailer.send = async () => {
      throw broken;
    };
    await settle();
    await background.settled();
    expect(mailFailures.splice(0)).toEqual([broken]);
    expect(await find(webhook.id)).toMatchObject({ active: false, disabledReason: 'gone' });
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'failed', responseStatus: 410 }]);
  });

  test('five days of failures switch it off; switched on again it starts anew', async () => {
    const { webhook } = await endpoint();
    sink.answer = withStatus(500);
    await happen();
    await settle();
    clock.advance(5 * DAY - 1);
    await happen();
    await settle();
    expect((await find(webhook.id)).active).toBe(true);
    clock.advance(DAY);
    await settle();
    expect(await find(webhook.id)).toMatchObject({ active: false, disabledReason: 'failing', failingSince: NOW });
    expect((await logOf(webhook.id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
    const again = await repositories().webhooks.change(
      account.organizationId,
      webhook.id,
      { active: true },
      clock.now(),
    );
    expect(again).toMatchObject({ active: true, failingSince: null, disabledAt: null, disabledReason: null });
  });

  test('after three days the owner is warned by mail, once for each time that it begins to fail', async () => {
    const { webhook } = await endpoint({ url: `${sink.url}/hidden-token` });
    const subjects = async (): Promise<string[]> => {
      await settle();
      await background.settled();
      return mailer.mails.map(({ subject }) => subject);
    };
    sink.answer = withStatus(500);
    await happen();
    await settle();
    clock.advance(3 * DAY - 1);
    await happen();
    expect(await subjects()).toEqual([]);
    clock.advance(DAY);
    await happen();
    await happen();
    expect(await subjects()).toEqual(['A webhook of your organization fails']);
    const [{ to, text } = { to: '', text: '' }] = mailer.mails;
    expect(to).toBe(account.user.email);
    expect(text).toContain(webhook.id);
    expect(text).not.toContain('hidden-token');
    // It works again, and fails again later.
    sink.answer = withStatus(204);
    await happen();
    await settle();
    expect((await find(webhook.id)).failingSince).toBeNull();
    sink.answer = withStatus(500);
    clock.advance(DAY);
    await happen();
    await settle();
    clock.advance(3 * DAY);
    await happen();
    expect(await subjects()).toEqual(Array.from({ length: 2 }, () => 'A webhook of your organization fails'));
    expect((await find(webhook.id)).active).toBe(true);
  });

  test('switched off by its owner, nothing waits for it any more', async () => {
    const { webhook } = await endpoint();
    sink.answer = withStatus(500);
    await happen();
    await settle();
    await repositories().webhooks.change(account.organizationId, webhook.id, { active: false }, clock.now());
    clock.advance(DAY);
    await settle();
    expect(sink.received).toHaveLength(1);
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'failed', error: 'The endpoint was switched off.' }]);
  });

  test('two processes on one database never make the same attempt', async () => {
    await endpoint({ url: `${sink.url}/a` });
    await endpoint({ url: `${sink.url}/b` });
    for (let i = 0; i < 15; i++) await happen();
    const second = newDispatcher();
    for (let i = 0; i < 8; i++) await Promise.all([settle(), second.round().then(() => second.idle())]);
    const seen = sink.received.map(({ path, headers }) => `${path} ${String(headers['webhook-id'])}`);
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
    await second.stop();
  });

  test('what a killed process had begun is begun again when its lease ends, and its late answer counts no more', async () => {
    const { webhook } = await endpoint();
    await happen();
    await queue().fanOut(10, clock.now());
    const request = { limit: 10, limitEach: 4, busy: [] };
    const [lost] = await queue().claim({
      ...request,
      now: clock.now(),
      leaseUntil: new Date(NOW.getTime() + LEASE_MS),
    });
    await settle();
    expect(sink.received).toHaveLength(0);
    clock.advance(LEASE_MS + 1);
    await settle();
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'delivered', attempt: 2 }]);
    const late = {
      at: clock.now(),
      status: 'failed',
      nextAttemptAt: null,
      responseStatus: null,
      responseBody: null,
    } as const;
    expect(await queue().settle(lost!, { ...late, error: 'late', durationMs: 1, disable: null, warn: false })).toBe(
      'late',
    );
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'delivered', error: null }]);
  });

  test('a slow endpoint does not hold up another, and stop waits for what is on its way', async () => {
    const open: (() => void)[] = [];
    sink.answer = (response, _attempt, { path }) => {
      const end = (): void => void response.writeHead(200).end();
      if (path === '/hook/slow') open.push(end);
      else end();
    };
    const slow = await endpoint({ url: `${sink.url}/slow` });
    const quick = await endpoint({ url: `${sink.url}/quick` });
    for (let i = 0; i < 10; i++) await happen();
    while ((await logOf(quick.webhook.id, 'delivered')).length < 10) await dispatcher.round();
    // Four of one endpoint at once.
    expect((await logOf(slow.webhook.id, 'delivering')).length).toBe(4);
    const stopping = dispatcher.stop();
    while (open.length < 4) await new Promise((resolve) => setImmediate(resolve));
    for (const end of open.splice(0)) end();
    await stopping;
    const states = (await logOf(slow.webhook.id)).map(({ status }) => status).sort();
    expect(states).toEqual([
      ...Array.from({ length: 4 }, () => 'delivered'),
      ...Array.from({ length: 6 }, () => 'pending'),
    ]);
  });

  test('for 24 hours after a rotation both secrets sign, then the new one alone', async () => {
    const { webhook, secret } = await endpoint();
    const until = new Date(NOW.getTime() + DAY);
    const rotated = await repositories().webhooks.rotateSecret(account.organizationId, webhook.id, until, NOW);
    const signaturesOf = async (): Promise<number> => {
      await happen();
      await settle();
      return String(headersOf(sink.received.length - 1)['webhook-signature']).split(' ').length;
    };
    expect(rotated?.secret).not.toBe(secret);
    expect(await signaturesOf()).toBe(2);
    clock.advance(DAY);
    expect(await signaturesOf()).toBe(1);
  });

  test('the secret lies sealed, bound to its row', async () => {
    const { webhook, secret } = await endpoint();
    const other = await endpoint();
    const [row] = await database().read((queries) => queries.select().from(table).where(eq(table.id, webhook.id)));
    expect(Buffer.from(row!.secretSealed).includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
    await database().write((transaction) =>
      transaction.update(table).set({ secretSealed: row!.secretSealed }).where(eq(table.id, other.webhook.id)),
    );
    await happen();
    await queue().fanOut(10, NOW);
    const request = { now: NOW, leaseUntil: NOW, limit: 10, limitEach: 4, busy: [] };
    const secretsOf = Object.fromEntries((await queue().claim(request)).map((row) => [row.webhookId, row.secrets]));
    expect(secretsOf).toEqual({ [webhook.id]: [secret], [other.webhook.id]: null });
  });

  test('a secret that does not open fails its own deliveries alone, says so once, and a new secret mends it', async () => {
    const healthy = await endpoint({ url: `${sink.url}/healthy` });
    const broken = await endpoint({ url: `${sink.url}/broken` });
    const secretSealed = new Uint8Array(60);
    await database().write((transaction) =>
      transaction.update(table).set({ secretSealed }).where(eq(table.id, broken.webhook.id)),
    );
    for (let i = 0; i < 3; i++) await happen();
    await settle();
    expect(sink.received.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => '/hook/healthy'));
    expect(await logOf(healthy.webhook.id, 'delivered')).toHaveLength(3);
    const failed = await logOf(broken.webhook.id);
    const why = {
      status: 'failed',
      attempt: 1,
      nextAttemptAt: null,
      error: expect.stringMatching(/Rotate the secret/),
    };
    expect(failed).toMatchObject([why, why, why]);
    expect(failures.splice(0).map(String)).toEqual([expect.stringContaining(broken.webhook.id)]);

    await repositories().webhooks.rotateSecret(
      account.organizationId,
      broken.webhook.id,
      new Date(NOW.getTime() + DAY),
      NOW,
    );
    await repositories().deliveries.repeat(broken.webhook.id, failed[0]!.id, clock.now());
    await settle();
    expect(await logOf(broken.webhook.id, 'delivered')).toHaveLength(1);
  });

  test('redeliver and recover send the same event again, and only what is missing', async () => {
    const { webhook } = await endpoint({ events: ['asset.processed'] });
    const { deliveries, webhooks } = repositories();
    await happen('arrived');
    await settle();
    await webhooks.change(account.organizationId, webhook.id, { active: false }, clock.now());
    clock.advance(1000);
    const missedId = await happen('missed');
    await settle();
    expect(sink.received).toHaveLength(1);
    const active = (await webhooks.change(account.organizationId, webhook.id, { active: true }, clock.now()))!;
    expect(await deliveries.recover(active, NOW, clock.now(), 10)).toEqual({ queued: 1, complete: true });
    expect(await deliveries.recover(active, NOW, clock.now(), 10)).toEqual({ queued: 0, complete: true });
    await settle();
    expect(headersOf(1)['webhook-id']).toBe(missedId);

    const [last] = await logOf(webhook.id);
    const repeated = await deliveries.repeat(webhook.id, last!.id, clock.now());
    expect(repeated).toMatchObject({ eventId: missedId, body: last!.body, status: 'pending', attempt: 0 });
    await settle();
    expect(sink.received.map(({ body }) => body)).toEqual([sink.received[0]?.body, last!.body, last!.body]);
    expect(await deliveries.repeat(webhook.id, ids.uuid(), clock.now())).toBeNull();
  });

  test('recover queues at most so many at once and says that there is more', async () => {
    const { webhook } = await endpoint({ active: false });
    for (let i = 0; i < 5; i++) await happen();
    await settle();
    const on = (await repositories().webhooks.change(account.organizationId, webhook.id, { active: true }, NOW))!;
    const recover = () => repositories().deliveries.recover(on, NOW, NOW, 3);
    expect([await recover(), await recover()]).toEqual([
      { queued: 3, complete: false },
      { queued: 2, complete: true },
    ]);
  });

  test('of several endpoints made at the same time none exceeds the limit', async () => {
    const made = await Promise.allSettled(Array.from({ length: 25 }, () => endpoint()));
    const refused = made.filter((result) => result.status === 'rejected').map(({ reason }) => reason as object);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ code: 'QUOTA_EXCEEDED', extra: { quota: 'webhooks', limit: 20, used: 20 } });
  });

  test('after 30 days deliveries and dispatched events are forgotten, nothing that waits is', async () => {
    const { webhook } = await endpoint();
    await happen();
    await settle();
    const later = { now: () => new Date(Date.now() + 31 * DAY) };
    await purgeRounds({ queue: queue(), clock: later })();
    expect(await logOf(webhook.id)).toEqual([]);
    const waiting = await happen();
    await purgeRounds({ queue: queue(), clock: later })();
    const left = await database().read((queries) => queries.select({ id: outbox.id }).from(outbox));
    expect(left).toEqual([{ id: waiting }]);
    const none = await database().read((queries) => queries.select().from(webhookDeliveries));
    expect(none).toEqual([]);
  });
});
