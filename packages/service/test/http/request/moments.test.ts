import { afterAll, beforeAll, expect, test } from 'vitest';
import { moment } from '../../../src/http/schemas/common.ts';
import { type Account, openAccount, startTestService, type TestService } from '../../fakes/testService.ts';

let service: TestService;
let ada: Account;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
});
afterAll(() => service.app.close());

const get = (url: string) => service.app.inject({ method: 'GET', url, headers: ada.headers });

test.each([
  ['/v1/assets/?created_from=0000-01-01', 'created_from'],
  ['/v1/assets/?created_to=9999-12-31T23:59:59-05:00', 'created_to'],
  ['/v1/verify/history?start_date=0001-01-01T00:00:00%2B01:00', 'start_date'],
  ['/v1/verify/history?end_date=0000-12-31', 'end_date'],
])('422: %s lies in a year that no database has', async (url, field) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ errors: [{ field, message: 'must lie in the years 1 to 9999' }] });
});

test('422: the history of usage begins and ends in the same years', async () => {
  const { organization_id } = (await get('/v1/auth/me')).json() as { organization_id: string };
  const usage = (from: string) => get(`/v1/organizations/${organization_id}/usage?from=${from}`);
  expect((await usage('0000-01-01')).statusCode).toBe(422);
});

test('422: events are recovered since such a year only', async () => {
  const { headers } = ada;
  const made = await service.app.inject({
    method: 'POST',
    url: '/v1/webhooks/',
    headers,
    payload: { url: 'https://hooks.example.org/', events: ['*'] },
  });
  const { id } = made.json() as { id: string };
  const payload = { since: '0000-01-01' };
  const answer = await service.app.inject({ method: 'POST', url: `/v1/webhooks/${id}/recover`, headers, payload });
  expect(answer.statusCode).toBe(422);
});

test('422: what is neither a day nor a time is told what would be one', async () => {
  const answer = await get('/v1/verify/history?start_date=2026-11-20T00:00:00+01:00');
  expect(answer.statusCode).toBe(422);
  expect((answer.json() as { detail: string }).detail).toContain('2026-11-20T12:34:56Z');
});

test('days and times without an offset are those of UTC, wherever the service runs', () => {
  const read = (text: string, endOfDay = false) => moment(endOfDay, '').parse(text).toISOString();
  expect(read('2026-11-20')).toBe('2026-11-20T00:00:00.000Z');
  expect(read('2026-11-20', true)).toBe('2026-11-20T23:59:59.999Z');
  expect(read('2026-11-20T10:00:00')).toBe('2026-11-20T10:00:00.000Z');
  expect(read('2026-11-20T10:00:00.123456')).toBe('2026-11-20T10:00:00.123Z');
  expect(read('2026-11-20T10:00:00+05:30')).toBe('2026-11-20T04:30:00.000Z');
});
