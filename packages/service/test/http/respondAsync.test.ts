import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recoverStranded } from '../../src/app/assets/recoverStranded.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../fakes/testService.ts';
import { toyPicture } from '../fakes/toyEngine.ts';

let service: TestService;
let ada: Account;
beforeEach(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
});
afterEach(() => service.app.close());

const send = (url: string, bytes: Buffer | string, headers: Record<string, string>) => {
  const form = formOf([{ name: 'file', value: bytes, fileName: 'a.jpg' }]);
  return service.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...form.headers, ...headers } });
};
const get = (url: string) => service.app.inject({ method: 'GET', url, headers: ada.headers });
const LATER = { prefer: 'respond-async, wait=10' };

describe('upload', () => {
  test('202: accepted at once with the place to look; completed there later, and counted once', async () => {
    const answer = await send('/v1/assets/', toyPicture('harbour'), { ...ada.headers, ...LATER });
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { processing_status: 'processing' }]);
    const location = String(answer.headers.location);
    expect(location).toBe(`/v1/assets/${(answer.json() as { id: string }).id}`);
    expect(answer.headers).toMatchObject({ 'retry-after': '5', 'preference-applied': 'respond-async' });
    expect((await get(location)).json()).toMatchObject({ processing_status: 'processing' });
    service.ports.clock.advance(1);
    await recoverStranded(service.ports, service.ports.clock.now());
    expect((await get(location)).json()).toMatchObject({
      processing_status: 'completed',
      watermark: { track_a_detected: true },
    });
    expect(service.ports.assets.uploadsCounted()).toBe(1);
  });

  test('400: what is no picture is refused at once and leaves nothing', async () => {
    const answer = await send('/v1/assets/', 'no picture', { ...ada.headers, ...LATER });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error_code: 'INVALID_FILE_TYPE' }]);
    expect(service.ports.files.count()).toBe(0);
    expect((await get('/v1/assets/')).json()).toMatchObject({ total: 0 });
  });

  test('201: another preference does not change the answer', async () => {
    const answer = await send('/v1/assets/', toyPicture('harbour'), { ...ada.headers, prefer: 'return=minimal' });
    expect([answer.statusCode, answer.headers['preference-applied']]).toEqual([201, undefined]);
  });
});
