import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { EVENT_NAMES } from '../../../../src/app/ports/delivery/events.ts';
import { type Account, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';

type Json = Record<string, unknown>;

let service: TestService;
let ada: Account;
let count = 0;

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, who = ada) =>
  service.app.inject({ method, url: `/v1/webhooks${path}`, headers: who.headers, ...(payload ? { payload } : {}) });
const outcome = (answer: Awaited<ReturnType<typeof call>>) => [
  answer.statusCode,
  answer.body === '' ? null : (answer.json() as Json).error_code,
];
const URL = 'https://hooks.example.org/assay';
const create = async (fields: Json = {}, who = ada): Promise<Json> =>
  (await call('POST', '/', { url: URL, events: ['asset.processed'], ...fields }, who)).json();

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  ada = await openAccount(service, `ada${++count}@example.org`);
});
afterAll(() => service.app.close());

describe('endpoints', () => {
  test('201: an endpoint with its secret, shown this once', async () => {
    const answer = await call('POST', '/', { url: URL, events: ['asset.processed', 'asset.processed', '*'] });
    const made = answer.json() as Json;
    expect(answer.statusCode).toBe(201);
    expect(answer.headers).toMatchObject({ location: `/v1/webhooks/${String(made.id)}`, 'cache-control': 'no-store' });
    expect(made).toMatchObject({ url: URL, events: ['asset.processed', '*'], active: true, description: null });
    expect(made.secret).toMatch(/^whsec_/);
    const { secret: _secret, ...shown } = made;
    expect((await call('GET', `/${String(made.id)}`)).json()).toEqual(shown);
    expect((await call('GET', '/')).json()).toEqual({ items: [shown], total: 1, page: 1, page_size: 20, pages: 1 });
  });

  test.each([
    'http://hooks.example.org/',
    'https://user:word@hooks.example.org/',
    'https://hooks.example.org:22/',
    'https://inside.example.org/',
    'https://nowhere.example.org/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::ffff:10.0.0.1]/',
    'not a url',
  ])('422: %s is blocked, at creation and at a change', async (url) => {
    expect(outcome(await call('POST', '/', { url, events: ['*'] }))).toEqual([422, 'WEBHOOK_URL_BLOCKED']);
    const { id } = await create();
    expect(outcome(await call('PATCH', `/${String(id)}`, { url }))).toEqual([422, 'WEBHOOK_URL_BLOCKED']);
    expect((await call('GET', `/${String(id)}`)).json()).toMatchObject({ url: URL });
  });

  test.each([
    ['no events', { url: URL, events: [] }],
    ['an unknown event', { url: URL, events: ['asset.exploded'] }],
    ['no url', { events: ['*'] }],
    ['a url of 2049 characters', { url: `${URL}/${'a'.repeat(2049)}`, events: ['*'] }],
    ['active as a word', { url: URL, events: ['*'], active: 'yes' }],
  ])('422: %s', async (_what, payload) => {
    expect(outcome(await call('POST', '/', payload))).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('403: the twenty-first endpoint', async () => {
    for (let i = 0; i < 20; i++) await create();
    expect(outcome(await call('POST', '/', { url: URL, events: ['*'] }))).toEqual([403, 'QUOTA_EXCEEDED']);
  });

  test('200: what is absent stays, null clears', async () => {
    const { id } = await create({ description: 'first' });
    const patched = await call('PATCH', `/${String(id)}`, { active: false, secret: 'whsec_mine', id: 'other' });
    expect(patched.json()).toMatchObject({ id, active: false, description: 'first', url: URL });
    expect((await call('PATCH', `/${String(id)}`, { description: null })).json()).toMatchObject({ description: null });
  });

  test('200: a rotation gives a new secret and says until when the old one signs', async () => {
    const { id, secret } = await create();
    const answer = await call('POST', `/${String(id)}/rotate-secret`);
    const rotated = answer.json() as Json;
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(rotated.secret).not.toBe(secret);
    const inADay = new Date(service.ports.clock.now().getTime() + 86_400_000).toISOString();
    expect(rotated.previous_secret_until).toBe(inADay);
  });

  test('204: removed; then 404', async () => {
    const { id } = await create();
    expect((await call('DELETE', `/${String(id)}`)).statusCode).toBe(204);
    expect(outcome(await call('DELETE', `/${String(id)}`))).toEqual([404, 'WEBHOOK_NOT_FOUND']);
  });

  test('200: every event with its trigger and data', async () => {
    const { items } = (await call('GET', '/events?page_size=100')).json() as { items: Json[] };
    expect(items.map(({ event }) => event)).toEqual([...EVENT_NAMES]);
    for (const item of items) expect(item).toMatchObject({ sent_when: expect.any(String), sent: expect.any(Boolean) });
  });
});

describe('deliveries', () => {
  test('202: a test is queued in the envelope and stands in the log', async () => {
    const { id } = await create();
    const answer = await call('POST', `/${String(id)}/test`);
    const queued = answer.json() as { data: { delivery_id: string } };
    expect(answer.statusCode).toBe(202);
    expect(queued).toMatchObject({ message: expect.any(String), request_id: answer.headers['x-request-id'] });
    expect(answer.headers.location).toBe(`/v1/webhooks/${String(id)}/deliveries/${queued.data.delivery_id}`);
    const { items } = (await call('GET', `/${String(id)}/deliveries?status=pending`)).json() as { items: Json[] };
    const fields = ['id', 'event', 'status', 'attempt', 'response_status', 'duration_ms', 'created_at'];
    expect(Object.keys(items[0] as Json)).toEqual(fields);
    expect((await call('GET', `/${String(id)}/deliveries?status=failed`)).json()).toMatchObject({
      items: [],
      total: 0,
    });
    expect(outcome(await call('GET', `/${String(id)}/deliveries?status=lost`))).toEqual([422, 'VALIDATION_ERROR']);
    const one = await call('GET', `/${String(id)}/deliveries/${queued.data.delivery_id}`);
    expect(one.json()).toMatchObject({ event: 'webhook.test', webhook_id: id, response_body: null });
  });

  test('202: one delivery again, with the same event id; 404 for one of another endpoint', async () => {
    const { id } = await create();
    const { id: otherId } = await create();
    const { data } = (await call('POST', `/${String(id)}/test`)).json() as { data: { delivery_id: string } };
    const first = (await call('GET', `/${String(id)}/deliveries/${data.delivery_id}`)).json() as Json;
    const answer = await call('POST', `/${String(id)}/deliveries/${data.delivery_id}/redeliver`);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toMatchObject({ event_id: first.event_id, request_body: first.request_body });
    expect((answer.json() as Json).id).not.toBe(first.id);
    const elsewhere = `/${String(otherId)}/deliveries/${data.delivery_id}`;
    expect(outcome(await call('GET', elsewhere))).toEqual([404, 'DELIVERY_NOT_FOUND']);
    expect(outcome(await call('POST', `${elsewhere}/redeliver`))).toEqual([404, 'DELIVERY_NOT_FOUND']);
  });

  test('200: a delivery shows each of its attempts, one begun again by hand has none yet', async () => {
    const { id } = await create();
    const { data } = (await call('POST', `/${String(id)}/test`)).json() as { data: { delivery_id: string } };
    const { deliveries } = service.ports;
    const startedAt = new Date('2026-11-20T12:00:00Z');
    const failed = { attempt: 1, startedAt, durationMs: 31, responseStatus: 503, error: null };
    const lost = { attempt: 2, startedAt, durationMs: null, responseStatus: null, error: null };
    const attempts = vi
      .spyOn(deliveries, 'attempts')
      .mockImplementation(async (of) => (of === data.delivery_id ? [failed, lost] : []));
    const shown = (await call('GET', `/${String(id)}/deliveries/${data.delivery_id}`)).json() as Json;
    const started_at = startedAt.toISOString();
    expect(shown).toMatchObject({
      redelivery: 0,
      attempts: [
        { attempt: 1, started_at, duration_ms: 31, response_status: 503, error: null },
        { attempt: 2, started_at, duration_ms: null, response_status: null, error: null },
      ],
    });
    const again = await call('POST', `/${String(id)}/deliveries/${data.delivery_id}/redeliver`);
    expect(again.json()).toMatchObject({ redelivery: 1, attempts: [] });
    attempts.mockRestore();
  });

  test('202: recover takes a time or a day and nothing else', async () => {
    const { id } = await create();
    for (const since of ['2026-11-20', '2026-11-20T01:00:00+02:00']) {
      const answer = await call('POST', `/${String(id)}/recover`, { since });
      expect(answer.json()).toEqual({ queued: 0, complete: true });
      expect(answer.headers.location).toBe(`/v1/webhooks/${String(id)}/deliveries`);
    }
    for (const since of ['yesterday', '2026-02-30', 5, null])
      expect(outcome(await call('POST', `/${String(id)}/recover`, { since }))).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('409: nothing is queued for an endpoint that is off', async () => {
    const { id } = await create();
    const { data } = (await call('POST', `/${String(id)}/test`)).json() as { data: { delivery_id: string } };
    await call('PATCH', `/${String(id)}`, { active: false });
    expect(outcome(await call('POST', `/${String(id)}/test`))).toEqual([409, 'CONFLICT']);
    expect(outcome(await call('POST', `/${String(id)}/recover`, { since: '2026-11-20' }))).toEqual([409, 'CONFLICT']);
    const again = await call('POST', `/${String(id)}/deliveries/${data.delivery_id}/redeliver`);
    expect(outcome(again)).toEqual([409, 'CONFLICT']);
  });
});

describe('who may', () => {
  test('403: an unverified address, if the operator demands a verified one', async () => {
    const strict = await startTestService({}, ({ limits }) => ({ limits: { ...limits, requireVerifiedEmail: true } }));
    const { headers } = await openAccount(strict, 'new@example.org');
    const request = { method: 'POST', url: '/v1/webhooks/', headers, payload: { url: URL, events: ['*'] } } as const;
    expect(outcome(await strict.app.inject(request))).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    await strict.app.close();
  });

  test('403: members who are neither owner nor admin; an admin manages what others made', async () => {
    const made = await create();
    const organizationId = String(made.organization_id);
    const [edda, adam] = [
      await openAccount(service, `edda${count}@example.org`),
      await openAccount(service, `adam${count}@example.org`),
    ];
    service.join(edda.id, organizationId, 'editor');
    service.join(adam.id, organizationId, 'admin');
    const body = { url: URL, events: ['*'], organization_id: organizationId };
    expect(outcome(await call('GET', `/${String(made.id)}`, undefined, edda))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await call('POST', '/', body, edda))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await call('GET', `/?organization_id=${organizationId}`, undefined, edda))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect((await call('PATCH', `/${String(made.id)}`, { active: false }, adam)).statusCode).toBe(200);
    expect((await call('POST', '/', body, adam)).json()).toMatchObject({ organization_id: organizationId });
  });

  test('404: an organization that the caller is no member of', async () => {
    const { organization_id } = await create();
    const eve = await openAccount(service, `eve${count}@example.org`);
    const answer = await call('POST', '/', { url: URL, events: ['*'], organization_id }, eve);
    expect(outcome(answer)).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
  });

  test('401: nobody without a credential', async () => {
    const answer = await service.app.inject({ method: 'GET', url: '/v1/webhooks/events' });
    expect(answer.statusCode).toBe(401);
  });
});
