import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.app.close());

/** A form of one part, whose headers are written as they are. */
const verify = (headers: string, value: Uint8Array | string, url = '/v1/verify/') =>
  service.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n--b--\r\n'),
    ]),
  });

test.each([
  ['of a picture', 'name="file"\r\nContent-Type: image/jpeg'],
  ['of an unknown kind', 'name="file"\r\nContent-Type: application/x-nonsense; charset=binary'],
  ['of bytes', 'name="file"\r\nContent-Type: application/octet-stream'],
  ['with an empty name', 'name="file"; filename=""'],
])('200: a part %s is a file without a filename too', async (_what, headers) => {
  const answer = await verify(headers, toyPicture('harbour'));
  expect(answer.statusCode, answer.body).toBe(200);
});

test('200: the same in a batch', async () => {
  const answer = await verify('name="files"\r\nContent-Type: image/png', toyPicture('harbour'), '/v1/verify/batch');
  expect(answer.json()).toMatchObject({ total: 1, successful: 1 });
});

test.each([
  ['no type', 'name="file"', Buffer.from([0xff, 0xd8, 0, 0])],
  ['the type of text', 'name="file"\r\nContent-Type: text/plain', '@photo.jpg'],
  ['no type and much in it', 'name="file"', 'x'.repeat(100_000)],
])('422: a part with %s is text, and the file is missed', async (_what, headers, value) => {
  const answer = await verify(headers, value);
  expect(answer.statusCode).toBe(422);
  expect((answer.json() as { detail: string }).detail).toBe('file: send the picture as a file, a part with a filename');
});
