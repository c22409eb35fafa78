import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../fakes/testService.ts';
import { toyPicture } from '../../fakes/toyEngine.ts';
import { createRepositories } from '../../../src/adapters/db/repositories.ts';
import {
  organizations,
  invitations,
  organizationKeys,
  organizationMembers,
} from '../../../src/adapters/db/schema/organizations.ts';
import { apiKeys, idempotencyKeys } from '../../../src/adapters/db/schema/access.ts';
import { users } from '../../../src/adapters/db/schema/accounts.ts';
import { commitments } from '../../../src/adapters/db/schema/ledger.ts';
import { dailyUses } from '../../../src/adapters/db/schema/quotas.ts';
import { deferredVerifications, verificationLogs } from '../../../src/adapters/db/schema/verifications.ts';
import { mails, outbox, webhookDeliveries, webhooks } from '../../../src/adapters/db/schema/delivery.ts';
import { recipientCopies } from '../../../src/adapters/db/schema/assets.ts';
import { manifests } from '../../../src/adapters/db/schema/manifests.ts';
import { shareLinks } from '../../../src/adapters/db/schema/verifications.ts';
import { lastToken, newAccount } from '../../support/databaseService.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';

const TABLES = {
  users,
  organizations,
  organizationMembers,
  organizationKeys,
  invitations,
  apiKeys,
  webhooks,
  webhookDeliveries,
  manifests,
  shareLinks,
  recipientCopies,
  commitments,
  verificationLogs,
  deferredVerifications,
  mails,
  outbox,
};

describeOnEachEngine('a process that dies between what it did and its kept answer', (database) => {
  let service: TestService;
  let ada: Account;
  let assetId: string;
  let organizationId: string;
  let keyId: string;
  let webhookId: string;
  let number = 0;

  const post = async (url: string, payload: object | Buffer, headers: Record<string, string> = {}) => {
    const answer = await service.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...ada.headers, ...headers },
    });
    return { status: answer.statusCode, body: answer.json() as Record<string, unknown>, headers: answer.headers };
  };
  const picture = (scene: string, name = 'file') =>
    formOf([
      { name, value: toyPicture(scene), fileName: 'a.jpg' },
      { name: 'include_tamper_map', value: 'true' },
    ]);
  const rows = async () => {
    const counted: Record<string, number> = {};
    for (const [name, table] of Object.entries(TABLES))
      counted[name] = (await database().read((queries) => queries.select().from(table))).length;
    return counted;
  };
  /** Sent, done, never kept: then sent again once the lease is over. */
  const killedBetween = async (url: string, payload: object | Buffer, headers: Record<string, string> = {}) => {
    const sent = { ...headers, 'idempotency-key': `key ${++number}` };
    const { save } = service.ports.idempotentAnswers;
    Object.assign(service.ports.idempotentAnswers, { save: () => Promise.reject(new Error('killed here')) });
    const first = await post(url, payload, sent);
    Object.assign(service.ports.idempotentAnswers, { save });
    await service.ports.background.settled();
    const before = await rows();
    service.ports.clock.advance(31_000);
    // Leases end by the clock of the database, which nobody sets.
    const older = sql`update idempotency_keys set lease_until = lease_until - interval '31 seconds'`;
    await database().write((transaction) => transaction.execute(older));
    const second = await post(url, payload, sent);
    await service.ports.background.settled();
    expect(await rows()).toEqual(before);
    const third = await post(url, payload, sent);
    expect([third.headers['idempotent-replayed'], third.body]).toEqual(['true', second.body]);
    return [first, second] as const;
  };

  beforeAll(async () => {
    service = await startTestService({}, (ports) =>
      createRepositories(database(), { ids: ports.ids, clock: ports.clock, keyEncryptionKey: Buffer.alloc(32, 1) }),
    );
    ada = await newAccount(service);
    const form = picture('harbour');
    const uploaded = await post('/v1/assets/', form.payload, form.headers);
    assetId = String(uploaded.body['id']);
    organizationId = String(uploaded.body['organization_id']);
    keyId = String((await post('/v1/api-keys/', { name: 'old' })).body['id']);
    const hook = { url: 'https://hooks.example.org/old', events: ['asset.processed'] };
    webhookId = String((await post('/v1/webhooks/', hook)).body['id']);
  });
  afterAll(async () => {
    await service.ports.background.settled();
    await service.app.close();
  });

  test.each([
    ['an organization', () => '/v1/organizations/', { name: 'Harbour Press', plan: 'pro' }],
    ['an account', () => '/v1/auth/register', { email: 'new@example.org', password: 'correct horse battery' }],
    ['an API key', () => '/v1/api-keys/', { name: 'printer' }],
    ['the next API key', () => `/v1/api-keys/${keyId}/rotate`, {}],
    ['the next signing key', () => `/v1/organizations/${organizationId}/keys/rotate`, {}],
    ['a webhook', () => '/v1/webhooks/', { url: 'https://hooks.example.org/x', events: ['*'] }],
    ['the next secret of a webhook', () => `/v1/webhooks/${webhookId}/rotate-secret`, {}],
    ['a share link', () => `/v1/assets/${assetId}/share`, { expires_in: 3600 }],
    ['a copy', () => `/v1/assets/${assetId}/copies`, { recipient: 'Post' }],
    ['a commitment', () => '/v1/blockchain/commit', null],
  ])('%s is made once, and answered with all that is told once', async (_what, url, payload) => {
    const [first, second] = await killedBetween(url(), payload ?? { asset_id: assetId });
    expect(first.status).toBeLessThan(300);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(second.headers['location']).toBe(first.headers['location']);
  });

  test('an invitation is made once, with one mail', async () => {
    const organization = await post('/v1/organizations/', { name: 'Inviting Press', plan: 'pro' });
    const url = `/v1/organizations/${String(organization.body['id'])}/invitations`;
    const [first, second] = await killedBetween(url, { email: 'grace@example.org', role: 'editor' });
    expect([first.status, second.body]).toEqual([201, first.body]);
  });

  test('an invitation is accepted once', async () => {
    const organization = await post('/v1/organizations/', { name: 'Joined Press', plan: 'pro' });
    const grace = await openAccount(service, 'joining@example.org');
    const url = `/v1/organizations/${String(organization.body['id'])}/invitations`;
    await post(url, { email: grace.email, role: 'editor' });
    const [first, second] = await killedBetween(
      '/v1/invitations/accept',
      { token: await lastToken(service) },
      grace.headers,
    );
    expect([first.status, first.body['user_id']]).toEqual([200, grace.id]);
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  test('a test event and a delivery that is sent again are queued once', async () => {
    const [test, testAgain] = await killedBetween(`/v1/webhooks/${webhookId}/test`, {});
    expect([test.status, testAgain.status]).toEqual([202, 202]);
    expect(testAgain.headers['location']).toBe(test.headers['location']);
    const url = `${String(test.headers['location'])}/redeliver`;
    const [first, second] = await killedBetween(url, {});
    expect([first.status, second.status, second.body['id']]).toEqual([202, 202, first.body['id']]);
    expect(first.headers['location']).not.toBe(test.headers['location']);
  });

  test('a manifest is stored once; another request for it is still refused', async () => {
    Object.assign(service.ports.credentials, { activeManifest: () => ({ label: 'urn:c2pa:toy' }) });
    const store = Buffer.from('toy manifest');
    const headers = { 'content-type': 'application/c2pa' };
    const [first, second] = await killedBetween('/v1/c2pa/manifests', store, headers);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect((await post('/v1/c2pa/manifests', store, { ...headers, 'idempotency-key': 'another' })).status).toBe(409);
  });

  test('a verification is logged and counted once, and its map is drawn anew', async () => {
    const used = () => database().read((queries) => queries.select().from(dailyUses));
    const form = picture('harbour');
    const before = await used();
    const [first, second] = await killedBetween('/v1/verify/', form.payload, form.headers);
    expect([first.status, second.body]).toEqual([200, first.body]);
    const sum = (rows: Awaited<ReturnType<typeof used>>) =>
      rows.reduce((all, { verifications }) => all + verifications, 0);
    expect(sum(await used()) - sum(before)).toBe(1);
  });

  test('a verification that is answered later is accepted once', async () => {
    const form = picture('harbour');
    const headers = { ...form.headers, prefer: 'respond-async' };
    const [first, second] = await killedBetween('/v1/verify/', form.payload, headers);
    expect([first.status, second.status, second.body]).toEqual([202, 202, first.body]);
    expect(second.headers['location']).toBe(first.headers['location']);
  });

  test('of a batch every picture is verified once, also if it died in the middle', async () => {
    const form = formOf(
      ['harbour', 'forest', 'dunes'].map((scene) => ({ name: 'files', value: toyPicture(scene), fileName: 'a.jpg' })),
    );
    const idsOf = ({ body }: { body: Record<string, unknown> }) =>
      (body['results'] as { verification_id?: string; result?: { verification_id: string } }[]).map(
        (item) => item.verification_id ?? item.result?.verification_id,
      );
    const [first, second] = await killedBetween('/v1/verify/batch', form.payload, form.headers);
    expect(first.status).toBe(200);
    expect(idsOf(second)).toEqual(idsOf(first));
    expect(idsOf(first).every(Boolean)).toBe(true);
  });

  test('what a try made is kept with it or not at all; a try that was overtaken makes nothing', async () => {
    const { idempotentAnswers, outbox: events, ids, clock } = service.ports;
    const slot = { principal: 'user:test', route: 'POST /v1/test', key: 'overtaken' };
    const at = (ms: number) => new Date(clock.now().getTime() + ms);
    const begin = () => idempotentAnswers.begin(slot, 'same', -1, at(60_000));
    const made = async () => {
      const start = await begin();
      return start.state === 'first' ? [start.attempt, start.made] : start.state;
    };
    expect(await made()).toEqual([1, null]);
    const broken = () => database().write(() => Promise.reject(new Error('the transaction failed')));
    await expect(idempotentAnswers.making(slot, 1, { id: 'a' }, broken)).rejects.toThrow('the transaction failed');
    expect(await made()).toEqual([2, null]);
    const { organization_id: organizationId } = (
      await service.app.inject({ url: `/v1/assets/${assetId}`, headers: ada.headers })
    ).json() as { organization_id: string };
    const write = () => {
      const data = { asset_id: assetId };
      return events.add([{ id: ids.uuid(), organizationId, event: 'asset.deleted', timestamp: clock.now(), data }]);
    };
    const before = await rows();
    await expect(idempotentAnswers.making(slot, 1, { id: 'late' }, write)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
    });
    expect(await rows()).toEqual(before);
    await idempotentAnswers.making(slot, 2, { id: 'b' }, write);
    await idempotentAnswers.making(slot, 2, { secret: 'only once' }, write);
    // A failed answer is not kept; what was made is.
    await idempotentAnswers.release(slot, 2);
    expect(await made()).toEqual([3, { id: 'b', secret: 'only once' }]);
    const kept = await database().read((queries) => queries.select().from(idempotencyKeys));
    for (const { madeSealed } of kept)
      expect(Buffer.from(madeSealed ?? []).toString('latin1')).not.toContain('only once');
  });
});
