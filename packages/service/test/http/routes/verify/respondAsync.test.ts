import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '@assay/core/errors';
import type { Ports } from '../../../../src/app/ports/ports.ts';
import { recoverDeferred } from '../../../../src/app/verify/deferred/judgeDeferred.ts';
import { recoverStranded } from '../../../../src/app/assets/recoverStranded.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { plantedKey } from '../../request/plantedKey.ts';

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
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { processing_status: 'pending' }]);
    const location = String(answer.headers.location);
    expect(location).toBe(`/v1/assets/${(answer.json() as { id: string }).id}`);
    expect(answer.headers).toMatchObject({ 'retry-after': '5', 'preference-applied': 'respond-async' });
    expect((await get(location)).json()).toMatchObject({ processing_status: 'pending' });
    await recoverStranded(service.ports);
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

describe('verification', () => {
  const ask = (bytes: Buffer | string = toyPicture('harbour')) =>
    send('/v1/verify/', bytes, { ...ada.headers, ...LATER });
  /** Holds every picture back until it is let go. */
  const hold = () => {
    const { engine } = service.ports;
    const inspect = engine.inspect.bind(engine);
    let letGo: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    engine.inspect = async (bytes) => {
      await gate;
      return inspect(bytes);
    };
    return () => letGo();
  };

  test('202 until the verdict is there, then 200 with the same id', async () => {
    const letGo = hold();
    const answer = await ask();
    const location = String(answer.headers.location);
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { status: 'pending' }]);
    expect(location).toBe(`/v1/verify/${(answer.json() as { verification_id: string }).verification_id}`);
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'preference-applied': 'respond-async' });
    const waiting = await get(location);
    expect([waiting.statusCode, waiting.body]).toEqual([202, answer.body]);
    letGo();
    await service.ports.background.settled();
    const result = await get(location);
    expect([result.statusCode, result.json()]).toMatchObject([200, { verdict: 'unknown' }]);
    expect(service.ports.quotas.verificationsCounted()).toBe(1);
  });

  test('400 at its address: a picture that cannot be judged, which costs its unit', async () => {
    const answer = await ask('no picture');
    expect(answer.statusCode).toBe(202);
    await service.ports.background.settled();
    const result = await get(String(answer.headers.location));
    expect([result.statusCode, result.json()]).toMatchObject([400, { error_code: 'INVALID_FILE_TYPE' }]);
    expect(service.ports.quotas.verificationsCounted()).toBe(1);
  });

  /** Another process on the same rows. */
  const another = (inspect: Ports['engine']['inspect'], replaced: Partial<Ports> = {}): Ports => ({
    ...service.ports,
    processId: 'another',
    engine: Object.assign(Object.create(service.ports.engine) as Ports['engine'], { inspect }),
    ...replaced,
  });
  const BUSY = new AppError('SERVICE_UNAVAILABLE', 'busy');

  test('404 for others, and 202 for whoever asked as long as nobody has judged it, however long that takes', async () => {
    const letGo = hold();
    const location = String((await ask()).headers.location);
    const eve = await openAccount(service, 'eve@example.org');
    const foreign = await service.app.inject({ method: 'GET', url: location, headers: eve.headers });
    expect([foreign.statusCode, foreign.json()]).toMatchObject([404, { error_code: 'VERIFICATION_NOT_FOUND' }]);
    service.ports.clock.advance(60 * 60 * 1000);
    expect((await get(location)).statusCode).toBe(202);
    letGo();
    await service.ports.background.settled();
    expect((await get(location)).statusCode).toBe(200);
  });

  test('200 from another process when the one that accepted it died; one that only stood still writes nothing more', async () => {
    const inspect = service.ports.engine.inspect.bind(service.ports.engine);
    const letGo = hold();
    const location = String((await ask()).headers.location);
    expect(await recoverDeferred(another(inspect))).toMatchObject({ completed: 0, postponed: 0 });
    service.ports.deferredVerifications.expireLeases();
    expect(await recoverDeferred(another(inspect))).toEqual({ completed: 1, failed: 0, postponed: 0 });
    const result = await get(location);
    expect([result.statusCode, result.json()]).toMatchObject([200, { verdict: 'unknown' }]);
    expect(service.ports.deferredVerifications.pictures()).toBe(0);
    letGo();
    await service.ports.background.settled();
    expect((await get(location)).body).toBe(result.body);
    expect((await get('/v1/verify/history')).json()).toMatchObject({ total: 1 });
    expect(service.ports.quotas.verificationsCounted()).toBe(1);
  });

  test('202 while the engine is busy, then 200: it waits for its turn, and is counted once', async () => {
    const { inspect } = service.ports.engine;
    Object.assign(service.ports.engine, { inspect: () => Promise.reject(BUSY) });
    const location = String((await ask()).headers.location);
    await service.ports.background.settled();
    expect(await recoverDeferred(service.ports)).toMatchObject({ postponed: 1 });
    expect((await get(location)).statusCode).toBe(202);
    Object.assign(service.ports.engine, { inspect });
    expect(await recoverDeferred(service.ports)).toMatchObject({ completed: 1 });
    expect((await get(location)).statusCode).toBe(200);
    expect(service.ports.quotas.verificationsCounted()).toBe(1);
  });

  test('what people ask is judged before what API keys have left there', async () => {
    const { engine, background } = service.ports;
    const { inspect } = engine;
    const program = { ...(await plantedKey(service, ada)), ...LATER };
    Object.assign(engine, { inspect: () => Promise.reject(BUSY) });
    for (const scene of ['first', 'second']) await send('/v1/verify/', toyPicture(scene), program);
    const asked = toyPicture('third');
    await ask(asked);
    await background.settled();
    Object.assign(engine, { inspect });
    const turns: Uint8Array[] = [];
    const told: Ports['engine']['inspect'] = (bytes, ...more) => {
      turns.push(bytes);
      return inspect.call(engine, bytes, ...more);
    };
    expect(await recoverDeferred(another(told))).toMatchObject({ completed: 3 });
    expect(Buffer.from(turns[0] ?? [])).toEqual(Buffer.from(asked));
  });

  test('500 where every process died over it, or none could judge it for a day; the unit comes back', async () => {
    const letGo = hold();
    const deadly = String((await ask()).headers.location);
    const { deferredVerifications, clock } = service.ports;
    for (const owner of ['first', 'second', 'third', 'fourth']) {
      deferredVerifications.expireLeases();
      await deferredVerifications.takeStranded({ owner, ms: 1 });
    }
    deferredVerifications.expireLeases();
    expect(await recoverDeferred(another(() => Promise.reject(BUSY)))).toMatchObject({ failed: 1 });
    const failure = await get(deadly);
    expect([failure.statusCode, failure.json()]).toMatchObject([500, { error_code: 'PROCESSING_FAILED' }]);
    const late = String((await ask()).headers.location);
    deferredVerifications.expireLeases();
    clock.advance(25 * 60 * 60 * 1000);
    expect(await recoverDeferred(another(() => Promise.reject(BUSY)))).toMatchObject({ failed: 1 });
    const answer = await service.app.inject({
      url: late,
      headers: (await openAccount(service, 'eve@example.org')).headers,
    });
    expect(answer.statusCode).toBe(404);
    expect(service.ports.quotas.verificationsCounted()).toBe(0);
    expect(deferredVerifications.pictures()).toBe(0);
    letGo();
    await service.ports.background.settled();
  });

  test('403: whoever asked has lost the right to it by the time another process goes on', async () => {
    const letGo = hold();
    const location = String((await ask()).headers.location);
    service.ports.deferredVerifications.expireLeases();
    const gone = { ...service.ports.users, find: async () => null };
    const judged = await recoverDeferred(another(service.ports.engine.inspect, { users: gone }));
    expect(judged).toMatchObject({ failed: 1 });
    const answer = await get(location);
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { error_code: 'FORBIDDEN' }]);
    letGo();
    await service.ports.background.settled();
  });

  test('403: a used-up quota is told at once; 200: without a credential the preference is not honoured', async () => {
    const take = service.ports.quotas.takeVerifications;
    Object.assign(service.ports.quotas, {
      takeVerifications: () => Promise.reject(new AppError('QUOTA_EXCEEDED', 'used up')),
    });
    expect((await ask()).statusCode).toBe(403);
    Object.assign(service.ports.quotas, { takeVerifications: take });
    const anonymous = await send('/v1/verify/', toyPicture('harbour'), LATER);
    expect([anonymous.statusCode, anonymous.headers['preference-applied']]).toEqual([200, undefined]);
  });
});
