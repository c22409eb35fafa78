import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTooDeep } from '../../../src/http/request/jsonDepth.ts';
import { type Account, openAccount, startTestService, type TestService } from '../../fakes/testService.ts';

let service: TestService;
let ada: Account;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
});
afterAll(() => service.app.close());

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

test.each([
  ['lists', nested('[', ']', 20_000)],
  ['objects', nested('{"a":', '}', 20_000)],
  ['a list in a field', `{"email":${nested('[', ']', 20_000)},"password":"x"}`],
  ['brackets that are not closed', '['.repeat(500_000)],
])('400: %s of 20,000 levels', async (_what, payload) => {
  for (const [method, url] of [
    ['POST', '/v1/auth/login'],
    ['PATCH', '/v1/auth/me'],
    ['POST', '/v1/webhooks/'],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep', ...ada.headers };
    const answer = await service.app.inject({ method, url, payload, headers });
    expect([url, answer.statusCode]).toEqual([url, 400]);
    expect(answer.json()).toMatchObject({ error_code: 'BAD_REQUEST' });
  }
});

test('brackets in texts are no levels, and as many as are allowed pass', () => {
  expect(isTooDeep(JSON.stringify({ a: '['.repeat(1000), '{': '\\"[' }))).toBe(false);
  expect(isTooDeep(nested('[', ']', 64))).toBe(false);
  expect(isTooDeep(nested('[', ']', 65))).toBe(true);
  expect(isTooDeep(`[${'[],'.repeat(1000)}[]]`)).toBe(false);
});
