import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

let service: TestService;
let ada: Account;
let asset: string;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
  const headers = { ...ada.headers, ...form.headers };
  const made = await service.app.inject({ method: 'POST', url: '/v1/assets/', headers, payload: form.payload });
  asset = (made.json() as { id: string }).id;
});
afterAll(() => service.app.close());

const send = (method: 'POST' | 'PATCH', url: string, payload?: string) => {
  const headers = { ...ada.headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) };
  return service.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
};

test('200 and 201: a body of which nothing must be there may be missing, with a JSON type or without', async () => {
  for (const payload of [undefined, '']) {
    expect((await send('PATCH', `/v1/assets/${asset}`, payload)).statusCode).toBe(200);
    expect((await send('POST', `/v1/storage/assets/${asset}/signed-url`, payload)).statusCode).toBe(201);
  }
});

test('422: null is no object, and a body with something that must be there is asked for', async () => {
  expect((await send('PATCH', `/v1/assets/${asset}`, 'null')).statusCode).toBe(422);
  expect((await send('POST', `/v1/assets/${asset}/revoke`)).statusCode).toBe(422);
});

test('the description calls such a body free, and the others needed', async () => {
  const { paths } = (await service.app.inject({ method: 'GET', url: '/openapi.json' })).json() as {
    paths: Record<string, Record<string, { requestBody?: { required?: boolean } }>>;
  };
  const required = (path: string, method: string) => paths[path]?.[method]?.requestBody?.required;
  expect(required('/v1/assets/{asset_id}', 'patch')).toBe(false);
  expect(required('/v1/assets/{asset_id}/share', 'post')).toBe(false);
  expect(required('/v1/assets/{asset_id}/revoke', 'post')).toBe(true);
});
