import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  outbox,
  webhookDeliveries,
  webhookDeliveryAttempts,
  webhooks as table,
} from '../../../src/adapters/db/schema/delivery.ts';
import { deliveryPurgeJob } from '../../../src/app/webhooks/dispatcher.ts';
import { NOW } from '../../support/fixtures.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';
import { openDeliveryBench } from './deliveryBench.ts';
import { manualClock } from '../../fakes/manualClock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describeOnEachEngine('secrets and records of webhooks', (database) => {
  const { bench, endpoint, failures, happen, headersOf, ids, logOf, queue, repositories, settle } =
    openDeliveryBench(database);

  test('for 24 hours after a rotation both secrets sign, then the new one alone', async () => {
    const { webhook, secret } = await endpoint();
    const until = new Date(NOW.getTime() + DAY);
    const rotated = await repositories().webhooks.rotateSecret(bench.account.organizationId, webhook.id, until, NOW);
    const signaturesOf = async (): Promise<number> => {
      await happen();
      await settle();
      return String(headersOf(bench.sink.received.length - 1)['webhook-signature']).split(' ').length;
    };
    expect(rotated?.secret).not.toBe(secret);
    expect(await signaturesOf()).toBe(2);
    bench.clock.advance(DAY);
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
    const request = {
      now: NOW,
      leaseUntil: NOW,
      limit: 10,
      limitEach: 4,
      limitOrganization: 8,
      busy: [],
      busyOrganizations: [],
    };
    const secretsOf = Object.fromEntries((await queue().claim(request)).map((row) => [row.webhookId, row.secrets]));
    expect(secretsOf).toEqual({ [webhook.id]: [secret], [other.webhook.id]: null });
  });

  test('a secret that does not open fails its own deliveries alone, says so once, and a new secret mends it', async () => {
    const healthy = await endpoint({ url: `${bench.sink.url}/healthy` });
    const broken = await endpoint({ url: `${bench.sink.url}/broken` });
    const secretSealed = new Uint8Array(60);
    await database().write((transaction) =>
      transaction.update(table).set({ secretSealed }).where(eq(table.id, broken.webhook.id)),
    );
    for (let i = 0; i < 3; i++) await happen();
    await settle();
    expect(bench.sink.received.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => '/hook/healthy'));
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
      bench.account.organizationId,
      broken.webhook.id,
      new Date(NOW.getTime() + DAY),
      NOW,
    );
    await repositories().deliveries.repeat(broken.webhook.id, failed[0]!.id, ids.uuid(), bench.clock.now());
    await settle();
    expect(await logOf(broken.webhook.id, 'delivered')).toHaveLength(1);
  });

  test('redeliver and recover send the same event again, and only what is missing', async () => {
    const { webhook } = await endpoint({ events: ['asset.processed'] });
    const { deliveries, webhooks } = repositories();
    await happen('arrived');
    await settle();
    await webhooks.change(bench.account.organizationId, webhook.id, { active: false }, bench.clock.now());
    bench.clock.advance(1000);
    const missedId = await happen('missed');
    await settle();
    expect(bench.sink.received).toHaveLength(1);
    const active = (await webhooks.change(
      bench.account.organizationId,
      webhook.id,
      { active: true },
      bench.clock.now(),
    ))!;
    expect(await deliveries.recover(active, NOW, bench.clock.now(), 10)).toEqual({ queued: 1, complete: true });
    expect(await deliveries.recover(active, NOW, bench.clock.now(), 10)).toEqual({ queued: 0, complete: true });
    await settle();
    expect(headersOf(1)['webhook-id']).toBe(missedId);

    const [last] = await logOf(webhook.id);
    const repeated = await deliveries.repeat(webhook.id, last!.id, ids.uuid(), bench.clock.now());
    expect(repeated).toMatchObject({ eventId: missedId, body: last!.body, status: 'pending', attempt: 0 });
    await settle();
    expect(bench.sink.received.map(({ body }) => body)).toEqual([bench.sink.received[0]?.body, last!.body, last!.body]);
    expect(await deliveries.repeat(webhook.id, ids.uuid(), ids.uuid(), bench.clock.now())).toBeNull();
  });

  test('recover queues at most so many at once and says that there is more', async () => {
    const { webhook } = await endpoint({ active: false });
    for (let i = 0; i < 5; i++) await happen();
    await settle();
    const on = (await repositories().webhooks.change(bench.account.organizationId, webhook.id, { active: true }, NOW))!;
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

  test('every attempt is kept with its time, status, duration and error, one of a killed process too', async () => {
    const { webhook } = await endpoint();
    await happen();
    await queue().fanOut(10, NOW);
    const second = new Date(NOW.getTime() + HOUR);
    const [lost] = await queue().claim({
      now: NOW,
      leaseUntil: second,
      limit: 10,
      limitEach: 4,
      limitOrganization: 8,
      busy: [],
      busyOrganizations: [],
    });
    bench.clock.advance(HOUR + 1);
    bench.sink.answer = (response, attempt) => void response.writeHead(attempt === 1 ? 503 : 204).end();
    await settle();
    bench.clock.advance(HOUR);
    await settle();
    const attempts = () => repositories().deliveries.attempts(lost!.id);
    const silent = { durationMs: null, responseStatus: null, error: null };
    const answered = { durationMs: expect.any(Number) as number, error: null };
    const others = [
      { attempt: 2, startedAt: new Date(second.getTime() + 1), ...answered, responseStatus: 503 },
      { attempt: 3, startedAt: new Date(second.getTime() + 1 + HOUR), ...answered, responseStatus: 204 },
    ];
    expect(await attempts()).toEqual([{ attempt: 1, startedAt: NOW, ...silent }, ...others]);
    const late = { at: second, status: 'failed', nextAttemptAt: null, disable: null, warn: null } as const;
    const answer = { durationMs: 9, responseStatus: null, error: 'There was no answer.' };
    expect(await queue().settle(lost!, { ...late, ...answer, responseBody: null })).toBe('late');
    expect(await attempts()).toEqual([{ attempt: 1, startedAt: NOW, ...answer }, ...others]);
    expect(await logOf(webhook.id)).toMatchObject([{ status: 'delivered', attempt: 3, redelivery: 0 }]);
    const again = await repositories().deliveries.repeat(webhook.id, lost!.id, ids.uuid(), NOW);
    expect(again).toMatchObject({ redelivery: 1, attempt: 0 });
    expect(await repositories().deliveries.attempts(again!.id)).toEqual([]);
  });

  test('after 30 days deliveries and dispatched events are forgotten, nothing that waits is', async () => {
    const { webhook } = await endpoint();
    await happen();
    await settle();
    const later = manualClock(new Date(Date.now() + 31 * DAY));
    await deliveryPurgeJob({ queue: queue(), clock: later })();
    expect(await logOf(webhook.id)).toEqual([]);
    const waiting = await happen();
    await deliveryPurgeJob({ queue: queue(), clock: later })();
    const left = await database().read((queries) => queries.select({ id: outbox.id }).from(outbox));
    expect(left).toEqual([{ id: waiting }]);
    const none = await database().read((queries) => queries.select().from(webhookDeliveries));
    expect(none).toEqual([]);
    const attempts = await database().read((queries) => queries.select().from(webhookDeliveryAttempts));
    expect(attempts).toEqual([]);
  });
});
