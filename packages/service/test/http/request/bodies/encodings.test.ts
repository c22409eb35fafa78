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

/** A form with a picture, and a text whose part says no more than what is given. */
const upload = (headers: string, text: Uint8Array) => {
  const part = (head: string) => Buffer.from(`\r\n--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`);
  return service.app.inject({
    method: 'POST',
    url: '/v1/assets/',
    headers: { ...ada.headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([
      part('name="file"; filename="a.jpg"'),
      toyPicture('harbour'),
      part(headers),
      text,
      Buffer.from('\r\n--b--\r\n'),
    ]),
  });
};

test('400: text of a form that is no UTF-8 is told by the name of its field, whatever its type', async () => {
  for (const headers of ['', '\r\nContent-Type: text/plain; charset=utf-8', '\r\nContent-Type: application/json']) {
    const answer = await upload(`name="title"${headers}`, Buffer.from('"Zoë"', 'latin1'));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { error_code: 'BAD_REQUEST', detail: 'The form field "title" is not written in UTF-8.' },
    ]);
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = '/v1/auth/reset-password';
  const answer = await service.app.inject({ method: 'POST', url, headers, payload: 'token=x&password=Zo%EB' });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { detail: 'The form field "password" is not written in UTF-8.' },
  ]);
});

test('201: text of a form in UTF-8 is kept as it came, U+FFFD too; JSON in a part is what it says', async () => {
  for (const [headers, text, kept] of [
    ['', 'Zoë 名前 🎉 \ufffd', 'Zoë 名前 🎉 \ufffd'],
    ['\r\nContent-Type: text/plain; charset=utf-8', 'Zoë', 'Zoë'],
    ['\r\nContent-Type: application/json', '"Zo\\u00eb"', 'Zoë'],
  ] as const) {
    const answer = await upload(`name="title"${headers}`, Buffer.from(text));
    expect([answer.statusCode, (answer.json() as { title: string }).title]).toEqual([201, kept]);
  }
});

test('400 and 422: a part that is no JSON though it says so; a text that is too long, and too many of them', async () => {
  const broken = await upload('name="title"\r\nContent-Type: application/json', Buffer.from('{'));
  expect([broken.statusCode, (broken.json() as { error_code: string }).error_code]).toEqual([400, 'BAD_REQUEST']);
  const long = await upload('name="title"', Buffer.alloc(65 * 1024, 'a'));
  expect([long.statusCode, long.json()]).toMatchObject([422, { errors: [{ field: 'title', code: 'too_big' }] }]);
  const many = 'x\r\n--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\n'.repeat(65);
  const full = await upload('name="tags"', Buffer.from(many));
  expect([full.statusCode, full.json()]).toMatchObject([422, { errors: [{ field: 'body', code: 'too_big' }] }]);
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
