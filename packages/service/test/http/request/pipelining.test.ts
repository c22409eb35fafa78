import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { oneAfterTheOther, PIPELINED_MAX } from '../../../src/http/request/pipelining.ts';
import { startTestService } from '../../fakes/testService.ts';

const WAIT = { timeout: 20_000, interval: 5 };

const begun: { path: string; response: ServerResponse }[] = [];
let arrived = 0;
const handle = oneAfterTheOther((request, response) => void begun.push({ path: request.url ?? '', response }));
const server = createServer((request, response) => {
  arrived++;
  handle(request, response);
});
let clients: Socket[] = [];

beforeEach(async () => {
  begun.length = 0;
  arrived = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

function open(port: number): Socket {
  const client = connect(port, '127.0.0.1');
  client.on('error', () => {});
  clients.push(client);
  return client;
}

const requests = (count: number, path = ''): string =>
  Array.from({ length: count }, (_, i) => `GET ${path || `/${i}`} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

const portOf = (): number => (server.address() as AddressInfo).port;
const paths = (): string[] => begun.map(({ path }) => path);

test('requests sent at once are begun one after the other, each when the answer before it has left', async () => {
  const client = open(portOf());
  let answers = '';
  client.on('data', (data) => (answers += String(data)));
  client.write(requests(3));
  await expect.poll(() => arrived, WAIT).toBe(3);
  for (const count of [1, 2, 3]) {
    await expect.poll(() => begun.length, WAIT).toBe(count);
    // Of another connection's requests none waits.
    if (count === 1) open(portOf()).write(requests(1, '/other'));
    if (count === 1) await expect.poll(paths, WAIT).toEqual(['/0', '/other']);
    if (count === 1) begun.pop();
    begun[count - 1]?.response.end(`answer ${count}.`);
  }
  await expect.poll(() => answers.match(/answer \d/g), WAIT).toEqual(['answer 1', 'answer 2', 'answer 3']);
  client.write(requests(1, '/later'));
  await expect.poll(paths, WAIT).toEqual(['/0', '/1', '/2', '/later']);
});

test('what waits on a connection that ends is never begun', async () => {
  const client = open(portOf());
  client.write(requests(4));
  await expect.poll(() => arrived, WAIT).toBe(4);
  const closed = once(begun[0]?.response as ServerResponse, 'close');
  client.destroy();
  await closed;
  const next = open(portOf());
  next.write(requests(1, '/next'));
  await expect.poll(paths, WAIT).toEqual(['/0', '/next']);
});

test('more that wait than any client sends close the connection', async () => {
  const client = open(portOf());
  client.write(requests(PIPELINED_MAX + 2));
  await once(client, 'close');
  expect(paths()).toEqual(['/0']);
});

test('the service does so, whatever is asked', async () => {
  const service = await startTestService();
  try {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const client = open((service.app.server.address() as AddressInfo).port);
    let answers = 0;
    client.on('data', (data) => (answers += String(data).match(/HTTP\/1\.1 200/g)?.length ?? 0));
    client.write(requests(10, '/health/live'));
    await expect.poll(() => answers, WAIT).toBe(10);
    client.write(requests(PIPELINED_MAX + 2, '/health/live'));
    await once(client, 'close');
    expect(answers).toBe(10);
  } finally {
    await service.app.close();
  }
});
