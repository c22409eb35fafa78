import { gzipSync } from 'node:zlib';
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

const edit = (payload: Buffer, more: Record<string, string> = {}) => {
  const headers = { ...ada.headers, 'content-type': 'application/json', ...more };
  return service.app.inject({ method: 'PATCH', url: `/v1/assets/${asset}`, headers, payload });
};

test('200: UTF-8, also with a mark at its beginning and whatever charset is named', async () => {
  for (const [text, type] of [
    ['{"title":"Zoë 名前 🎉"}', 'application/json; charset=iso-8859-1'],
    ['\ufeff{"title":"Zoë 名前 🎉"}', 'application/json;charset="UTF-8"'],
  ] as const) {
    const answer = await edit(Buffer.from(text), { 'content-type': type });
    expect([answer.statusCode, (answer.json() as { title: string }).title]).toEqual([200, 'Zoë 名前 🎉']);
  }
});

test('400: what is no UTF-8 is not kept as a text that nobody sent', async () => {
  const answer = await edit(Buffer.from('{"title":"Zoë"}', 'latin1'));
  expect([answer.statusCode, (answer.json() as { error_code: string }).error_code]).toEqual([400, 'BAD_REQUEST']);
});

test('415: a compressed body is named as what it is, JSON and form alike', async () => {
  const json = await edit(gzipSync('{"title":"Zoë"}'), { 'content-encoding': 'gzip' });
  const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, 'content-encoding': 'gzip' };
  const payload = gzipSync(form.payload);
  const upload = await service.app.inject({ method: 'POST', url: '/v1/verify/', headers, payload });
  for (const answer of [json, upload]) {
    expect([answer.statusCode, answer.headers['accept-encoding']]).toEqual([415, 'identity']);
    expect(answer.json()).toMatchObject({ error_code: 'UNSUPPORTED_MEDIA_TYPE' });
  }
  expect((await edit(Buffer.from('{}'), { 'content-encoding': 'identity' })).statusCode).toBe(200);
});
