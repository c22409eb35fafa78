import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressRules } from '../../../src/adapters/limits/addressRules.ts';
import { limitConnections } from '../../../src/http/security/connectionLimit.ts';

const MAX = 2;

const server = createServer((socket) => socket.on('error', () => {}));
limitConnections(server, MAX, addressRules.networkOf);
const clients: Socket[] = [];

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  const closed = once(server, 'close');
  server.close();
  for (const client of clients.splice(0)) client.destroy();
  await closed;
});

async function open(from: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection');
  const client = connect({ port, host: '127.0.0.1', localAddress: from });
  clients.push(client);
  client.on('error', () => {});
  await accepted;
  return client;
}

test('one connection more than an address may have is closed, those of another address are not', async () => {
  const held = [await open('127.0.0.1'), await open('127.0.0.1')];
  const refused = await open('127.0.0.1');
  if (!refused.destroyed) await once(refused, 'close');
  const other = await open('127.0.0.2');
  other.write('x');
  expect([...held, other].map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
});

const connections = (): Promise<number> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

test('a place that is free again is given to the next', async () => {
  const [first] = [await open('127.0.0.1'), await open('127.0.0.1')];
  first?.destroy();
  // The server's end closes a moment later than the client's.
  await expect.poll(connections).toBe(MAX - 1);
  await open('127.0.0.1');
  await expect.poll(connections).toBe(MAX);
});
