import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { webhooks as table } from '../../../src/adapters/db/schema/delivery.ts';
import { LEASE_MS } from '../../../src/app/webhooks/dispatcher.ts';
import { createDeliveryQueue } from '../../../src/adapters/db/webhooks/webhookQueue.ts';
import { newEvent } from '../../../src/app/newEvent.ts';
import { manualClock } from '../../fakes/manualClock.ts';
import { KEY_ENCRYPTION_KEY, NOW, registerAccount } from '../../support/fixtures.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';
import { withStatus } from '../../support/webhookSink.ts';
import { openDeliveryBench } from './deliveryBench.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describeOnEachEngine('webhooks from the outbox to the endpoint', (database) => {
  const { bench, endpoint, find, happen, headersOf, ids, logOf, mailed, newDispatcher, queue, repositories, settle } =
    openDeliveryBench(database);

  test('an event goes once to every active endpoint that subscribes, in its organization alone', async () => {
    const stranger = await registerAccount(repositories());
    const all = await endpoint({ url: `${bench.sink.url}/all` });
    await endpoint({ url: `${bench.sink.url}/some`, events: ['asset.deleted', 'asset.processed'] });
    await endpoint({ url: `${bench.sink.url}/other`, events: ['asset.deleted'] });
    await endpoint({ url: `${bench.sink.url}/off`, active: false });
    await endpoint({ url: `${bench.sink.url}/stranger`, organizationId: stranger.organizationId });
    const eventId = await happen('a1');
    await settle();
    expect(bench.sink.received.map(({ path }) => path).sort()).toEqual(['/hook/all', '/hook/some']);
    const body = {
      event: 'asset.processed',
      timestamp: NOW.toISOString(),
      data: { asset_id: 'a1', status: 'completed' },
    };
    for (const [i, { body: text }] of bench.sink.received.entries()) {
      expect(JSON.parse(text)).toEqual(body);
      expect(Object.keys(JSON.parse(text) as object)).toEqual(['event', 'timestamp', 'data']);
      expect(text).toBe(bench.sink.received[0]?.body);
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

  test('what happened before an endpoint was made is not sent to it', async () => {
    const earlier = await happen('before');
    bench.clock.advance(1);
    const { webhook } = await endpoint();
    const later = await happen('after');
    await settle();
    expect((await logOf(webhook.id)).map(({ eventId }) => eventId)).toEqual([later]);
    expect(earlier).not.toBe(later);
    expect(bench.sink.received).toHaveLength(1);
  });

  test('a process whose clock is behind or ahead hides no event from an endpoint, and delays none', async () => {
    const ahead = new Date(Date.now() + HOUR);
    const { webhook } = await endpoint({ createdAt: ahead });
    const behind = newEvent({ clock: manualClock(NOW), ids }, bench.account.organizationId, 'asset.processed', {
      asset_id: 'a1',
      status: 'completed',
    });
    await repositories().outbox.add([behind]);
    const real = createDeliveryQueue(database(), { ids, keyEncryptionKey: KEY_ENCRYPTION_KEY });
    expect(Math.abs((await real.now()).getTime() - Date.now())).toBeLessThan(60_000);
    expect(await real.fanOut(10, ahead)).toBe(1);
    const request = { limit: 10, limitEach: 4, limitOrganization: 8, busy: [], busyOrganizations: [] };
    const now = await real.now();
    const claimed = await real.claim({ ...request, now, leaseUntil: new Date(now.getTime() + LEASE_MS) });
    expect(claimed).toMatchObject([{ webhookId: webhook.id, eventId: behind.id }]);
  });

  test('a failure is repeated on schedule with the same id and body, a fresh time and signature', async () => {
    const { webhook, secret } = await endpoint();
    bench.sink.answer = (response, attempt) => void response.writeHead(attempt < 3 ? 500 : 200).end('answer');
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
    bench.clock.advance(4_999);
    await settle();
    expect(bench.sink.received).toHaveLength(1);
    bench.clock.advance(1);
    await settle();
    bench.clock.advance(300_000);
    await settle();
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'delivered', attempt: 3, responseStatus: 200 }]);
    expect((await find(webhook.id)).failingSince).toBeNull();
    const [first, second, third] = bench.sink.received;
    expect([second?.body, third?.body]).toEqual([first?.body, first?.body]);
    const sent = [0, 1, 2].map(headersOf);
    expect(new Set(sent.map((headers) => headers['webhook-id'])).size).toBe(1);
    expect(sent.map((headers) => Number(headers['webhook-timestamp']) - NOW.getTime() / 1000)).toEqual([0, 5, 305]);
    for (const [i, headers] of sent.entries())
      expect(
        new Verifier(secret).sign(
          headers['webhook-id']!,
          new Date(Number(headers['webhook-timestamp']) * 1000),
          bench.sink.received[i]!.body,
        ),
      ).toBe(headers['webhook-signature']);
  });

  test('after ten failures it ends; Retry-After is honoured on the way', async () => {
    const { webhook } = await endpoint();
    bench.sink.answer = withStatus(503, { 'retry-after': String(2 * 3600) });
    await happen();
    await settle();
    expect((await logOf(webhook.id))[0]?.nextAttemptAt).toEqual(new Date(NOW.getTime() + 2 * HOUR));
    for (let i = 0; i < 12; i++) {
      bench.clock.advance(DAY);
      // Any success in between keeps the endpoint on, so that only this delivery's own attempts end it.
      await database().write((transaction) => transaction.update(table).set({ failingSince: null }));
      await settle();
    }
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'failed', attempt: 10, responseStatus: 503 }]);
    expect(bench.sink.received).toHaveLength(10);
  });

  test('410 switches the endpoint off; its neighbours hear of it, what waited ends', async () => {
    const { webhook } = await endpoint({ url: `${bench.sink.url}/gone` });
    await endpoint({ url: `${bench.sink.url}/neighbour`, events: ['webhook.disabled'] });
    bench.sink.answer = (response, _attempt, { path }) =>
      void response.writeHead(path === '/hook/gone' ? 410 : 200).end();
    await happen();
    await settle();
    await settle();
    expect(await find(webhook.id)).toMatchObject({ active: false, disabledReason: 'gone', disabledAt: NOW });
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'failed', attempt: 1 }]);
    const told = bench.sink.received
      .filter(({ path }) => path === '/hook/neighbour')
      .map(({ body }) => JSON.parse(body) as object);
    const data = { webhook_id: webhook.id, reason: 'gone', failing_since: NOW.toISOString() };
    expect(told).toEqual([{ event: 'webhook.disabled', timestamp: NOW.toISOString(), data }]);
  });

  test('the owner hears by mail of an endpoint that was switched off, once, and without what its address may keep secret', async () => {
    const { webhook } = await endpoint({ url: `${bench.sink.url}/hidden-token` });
    for (let i = 0; i < 4; i++) await happen();
    bench.sink.answer = withStatus(410);
    await settle();
    expect(await mailed()).toHaveLength(1);
    const [{ to, subject, text } = { to: '', subject: '', text: '' }] = await mailed();
    expect([to, subject]).toEqual([bench.account.user.email, 'A webhook of your organization was switched off']);
    for (const part of [webhook.id, new URL(bench.sink.url).host, '410 Gone']) expect(text).toContain(part);
    expect(text).not.toContain('hidden-token');
  });

  test('five days of failures switch it off; switched on again it starts anew', async () => {
    const { webhook } = await endpoint();
    bench.sink.answer = withStatus(500);
    await happen();
    await settle();
    bench.clock.advance(5 * DAY - 1);
    await happen();
    await settle();
    expect((await find(webhook.id)).active).toBe(true);
    bench.clock.advance(DAY);
    await settle();
    expect(await find(webhook.id)).toMatchObject({ active: false, disabledReason: 'failing', failingSince: NOW });
    expect((await logOf(webhook.id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
    const again = await repositories().webhooks.change(
      bench.account.organizationId,
      webhook.id,
      { active: true },
      bench.clock.now(),
    );
    expect(again).toMatchObject({ active: true, failingSince: null, disabledAt: null, disabledReason: null });
  });

  test('after three days the owner is warned by mail, once for each time that it begins to fail', async () => {
    const { webhook } = await endpoint({ url: `${bench.sink.url}/hidden-token` });
    const subjects = async (): Promise<string[]> => {
      await settle();
      return (await mailed()).map(({ subject }) => subject);
    };
    bench.sink.answer = withStatus(500);
    await happen();
    await settle();
    bench.clock.advance(3 * DAY - 1);
    await happen();
    expect(await subjects()).toEqual([]);
    bench.clock.advance(DAY);
    await happen();
    await happen();
    expect(await subjects()).toEqual(['A webhook of your organization fails']);
    const [{ to, text } = { to: '', text: '' }] = await mailed();
    expect(to).toBe(bench.account.user.email);
    expect(text).toContain(webhook.id);
    expect(text).not.toContain('hidden-token');
    // It works again, and fails again later.
    bench.sink.answer = withStatus(204);
    await happen();
    await settle();
    expect((await find(webhook.id)).failingSince).toBeNull();
    bench.sink.answer = withStatus(500);
    bench.clock.advance(DAY);
    await happen();
    await settle();
    bench.clock.advance(3 * DAY);
    await happen();
    expect(await subjects()).toEqual(Array.from({ length: 2 }, () => 'A webhook of your organization fails'));
    expect((await find(webhook.id)).active).toBe(true);
  });

  test('switched off by its owner, nothing waits for it any more', async () => {
    const { webhook } = await endpoint();
    bench.sink.answer = withStatus(500);
    await happen();
    await settle();
    await repositories().webhooks.change(
      bench.account.organizationId,
      webhook.id,
      { active: false },
      bench.clock.now(),
    );
    bench.clock.advance(DAY);
    await settle();
    expect(bench.sink.received).toHaveLength(1);
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'failed', error: 'The endpoint was switched off.' }]);
  });

  test('two processes on one database never make the same attempt', async () => {
    await endpoint({ url: `${bench.sink.url}/a` });
    await endpoint({ url: `${bench.sink.url}/b` });
    for (let i = 0; i < 15; i++) await happen();
    const second = newDispatcher();
    for (let i = 0; i < 8; i++) await Promise.all([settle(), second.run().then(() => second.idle())]);
    const seen = bench.sink.received.map(({ path, headers }) => `${path} ${String(headers['webhook-id'])}`);
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
    await second.stop();
  });

  test('what a killed process had begun is begun again when its lease ends, and its late answer counts no more', async () => {
    const { webhook } = await endpoint();
    await happen();
    await queue().fanOut(10, bench.clock.now());
    const request = { limit: 10, limitEach: 4, limitOrganization: 8, busy: [], busyOrganizations: [] };
    const [lost] = await queue().claim({
      ...request,
      now: bench.clock.now(),
      leaseUntil: new Date(NOW.getTime() + LEASE_MS),
    });
    await settle();
    expect(bench.sink.received).toHaveLength(0);
    bench.clock.advance(LEASE_MS + 1);
    await settle();
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'delivered', attempt: 2 }]);
    const late = {
      at: bench.clock.now(),
      status: 'failed',
      nextAttemptAt: null,
      responseStatus: null,
      responseBody: null,
    } as const;
    expect(await queue().settle(lost!, { ...late, error: 'late', durationMs: 1, disable: null, warn: null })).toBe(
      'late',
    );
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'delivered', error: null }]);
  });

  test('organizations take turns: one with many slow endpoints has half of what is on its way, and is before nobody', async () => {
    for (let i = 0; i < 6; i++) await endpoint({ url: `${bench.sink.url}/${i}` });
    const other = await registerAccount(repositories());
    const { webhook } = await endpoint({ organizationId: other.organizationId, createdBy: other.user.id });
    for (let i = 0; i < 3; i++) await happen();
    bench.clock.advance(1000);
    await happen(undefined, other);
    await queue().fanOut(100, bench.clock.now());
    const now = bench.clock.now();
    const all = { now, leaseUntil: new Date(now.getTime() + LEASE_MS), limitEach: 4, limitOrganization: 8, busy: [] };
    const claim = (limit: number, busyOrganizations: string[] = []) =>
      queue().claim({ ...all, limit, busyOrganizations });
    expect(await claim(16, [other.organizationId, bench.account.organizationId])).toEqual([]);
    const first = await claim(2);
    expect(first.map(({ organizationId }) => organizationId).sort()).toEqual(
      [other.organizationId, bench.account.organizationId].sort(),
    );
    expect(first.map(({ webhookId }) => webhookId)).toContain(webhook.id);
    expect(await claim(16)).toHaveLength(8);
  });

  test('a slow endpoint does not hold up another, and stop waits for what is on its way', async () => {
    const open: (() => void)[] = [];
    bench.sink.answer = (response, _attempt, { path }) => {
      const end = (): void => void response.writeHead(200).end();
      if (path === '/hook/slow') open.push(end);
      else end();
    };
    const slow = await endpoint({ url: `${bench.sink.url}/slow` });
    const quick = await endpoint({ url: `${bench.sink.url}/quick` });
    for (let i = 0; i < 10; i++) await happen();
    while ((await logOf(quick.webhook.id, 'delivered')).length < 10) await bench.dispatcher.run();
    // Four of one endpoint at once.
    expect((await logOf(slow.webhook.id, 'delivering')).length).toBe(4);
    const stopping = bench.dispatcher.stop();
    while (open.length < 4) await new Promise((resolve) => setImmediate(resolve));
    for (const end of open.splice(0)) end();
    await stopping;
    const states = (await logOf(slow.webhook.id)).map(({ status }) => status).sort();
    expect(states).toEqual([
      ...Array.from({ length: 4 }, () => 'delivered'),
      ...Array.from({ length: 6 }, () => 'pending'),
    ]);
  });
});
