import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@assay/core/errors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recoverDeferred } from '../../../../src/app/verify/deferred/judgeDeferred.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

let service: TestService;
let ada: Account;
beforeEach(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
});
afterEach(() => service.app.close());

/** Sends a picture to be judged later. @returns where */
async function ask(bytes: Buffer | string = toyPicture('harbour')): Promise<string> {
  const form = formOf([
    { name: 'file', value: bytes, fileName: 'a.jpg' },
    { name: 'include_tamper_map', value: 'true' },
  ]);
  const headers = { ...form.headers, ...ada.headers, prefer: 'respond-async' };
  const answer = await service.app.inject({ method: 'POST', url: '/v1/verify/', payload: form.payload, headers });
  expect(answer.statusCode).toBe(202);
  return String(answer.headers.location);
}

/** Holds every picture back until it is let go. */
function hold(): () => void {
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
}

/** Starts to watch, and goes on once it does. */
async function watching(location: string): Promise<{ readonly answer: Promise<Answer> }> {
  const { liveVerifications } = service.ports;
  const start = vi.spyOn(liveVerifications, 'watch');
  const answer = watch(location).then((all) => all);
  await expect.poll(() => start.mock.calls.length).toBe(1);
  start.mockRestore();
  return { answer };
}

type Answer = Awaited<ReturnType<typeof watch>>;
const watch = (location: string, account = ada) =>
  service.app.inject({ url: `${location}/events`, headers: account.headers });

interface Told {
  readonly event: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}
const eventsOf = ({ body }: { readonly body: string }): Told[] =>
  body
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, event = '', id = '', data = ''] = /^event: (\w+)\nid: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      return { event, id, data: JSON.parse(data) as Told['data'] };
    });
const stagesOf = (events: readonly Told[]) => events.filter(({ event }) => event === 'stage').map(({ data }) => data);

test('200: the stages as they are reached, then the result, and the stream ends', async () => {
  const letGo = hold();
  const location = await ask();
  const watched = await watching(location);
  letGo();
  const answer = await watched.answer;
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
  ]);
  const events = eventsOf(answer);
  expect(stagesOf(events)).toEqual([
    { stage: 'read', skipped: false },
    { stage: 'searched', skipped: false },
    { stage: 'compared', skipped: true },
    { stage: 'judged', skipped: false },
  ]);
  expect(events.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
  expect(events.at(-1)).toMatchObject({ event: 'result', data: { verdict: 'unknown' } });
  expect(location).toBe(`/v1/verify/${String(events.at(-1)?.data['verification_id'])}`);
});

test('200: of one that is done, all four stages and the result at once', async () => {
  const location = await ask();
  await service.ports.background.settled();
  const events = eventsOf(await watch(location));
  expect(stagesOf(events)).toEqual(
    ['read', 'searched', 'compared', 'judged'].map((stage) => ({ stage, skipped: null })),
  );
  expect(events.at(-1)).toMatchObject({ event: 'result', data: { verdict: 'unknown' } });
});

test('200: one that another process works on is looked after until it is done', async () => {
  const letGo = hold();
  const location = await ask();
  // As another process has it: it tells nothing here.
  Object.assign(service.ports.liveVerifications, { watch: () => null });
  const looks: (() => void)[] = [];
  Object.assign(service.ports, { timers: { every: (_ms: number, look: () => void) => (looks.push(look), () => {}) } });
  const watched = watch(location).then((all) => all);
  await expect.poll(() => looks.length).toBe(1);
  looks[0]?.();
  letGo();
  await service.ports.background.settled();
  looks[0]?.();
  expect(eventsOf(await watched).map(({ event }) => event)).toEqual(['stage', 'stage', 'stage', 'stage', 'result']);
});

test('200: one that is put off while it is watched is looked after until it is done, by whoever does it', async () => {
  const { engine } = service.ports;
  const { inspect } = engine;
  let refuse: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  engine.inspect = async () => {
    await gate;
    throw new AppError('SERVICE_UNAVAILABLE', 'busy');
  };
  const location = await ask();
  const watched = await watching(location);
  refuse();
  await service.ports.background.settled();
  engine.inspect = inspect;
  expect(await recoverDeferred(service.ports)).toMatchObject({ completed: 1 });
  expect(eventsOf(await watched.answer).at(-1)).toMatchObject({ event: 'result', data: { verdict: 'unknown' } });
});

test('200: what cannot be judged ends with the failure that its address answers', async () => {
  const letGo = hold();
  const location = await ask('no picture');
  const watched = await watching(location);
  letGo();
  const events = eventsOf(await watched.answer);
  expect(events.at(-1)).toMatchObject({ event: 'failure', data: { error_code: 'INVALID_FILE_TYPE' } });
  expect((await watch(location)).statusCode).toBe(400);
});

test('404: of others, and of none', async () => {
  const letGo = hold();
  const location = await ask();
  const eve = await openAccount(service, 'eve@example.org');
  const foreign = await watch(location, eve);
  const none = await watch('/v1/verify/01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f11');
  for (const answer of [foreign, none])
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { error_code: 'VERIFICATION_NOT_FOUND' }]);
  letGo();
  await service.ports.background.settled();
});

test('a reader who leaves is told nothing more', async () => {
  const letGo = hold();
  const location = await ask();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as { port: number };
  const { liveVerifications } = service.ports;
  const { watch: start } = liveVerifications;
  let left = false;
  liveVerifications.watch = (id, listen) => {
    const stop = start(id, listen);
    return () => {
      left = true;
      stop?.();
    };
  };
  const reader = get({ host: '127.0.0.1', port, path: `${location}/events`, headers: ada.headers });
  const [answer] = (await once(reader, 'response')) as [IncomingMessage];
  // The head comes at once, not with the first stage.
  expect(answer.statusCode).toBe(200);
  answer.on('error', () => {});
  reader.destroy();
  await expect.poll(() => left).toBe(true);
  letGo();
  await service.ports.background.settled();
});

test('who goes while the beginning is looked up is watched for no longer', async () => {
  const letGo = hold();
  const location = await ask();
  const { deferredVerifications, liveVerifications } = service.ports;
  const stopped = vi.fn();
  const watchOnce = liveVerifications.watch.bind(liveVerifications);
  const begun = vi.spyOn(liveVerifications, 'watch').mockImplementation((...given) => {
    const stop = watchOnce(...given);
    return stop && (() => (stopped(), stop()));
  });
  const find = deferredVerifications.find.bind(deferredVerifications);
  let found: () => void = () => {};
  const looking = vi.spyOn(deferredVerifications, 'find').mockImplementation(async (...given) => {
    await new Promise<void>((resolve) => {
      found = resolve;
    });
    return find(...given);
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  const request = get({ port, path: `${location}/events`, headers: ada.headers }).on('error', () => {});
  await expect.poll(() => looking.mock.calls.length).toBe(1);
  request.destroy();
  await expect.poll(() => connections()).toBe(0);
  looking.mockRestore();
  found();
  await expect.poll(() => begun.mock.calls.length).toBe(1);
  await expect.poll(() => stopped.mock.calls.length).toBe(1);
  letGo();
});

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    service.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
