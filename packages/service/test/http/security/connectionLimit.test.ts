import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { addressRules } from '../../../src/adapters/limits/addressRules.ts';
import { type ConnectionLimits, limitConnections } from '../../../src/http/security/connectionLimit.ts';

const { networkOf } = addressRules;

describe('how many are open', () => {
  const OPEN_MAX = 2;
  const server = createServer((socket) => socket.on('error', () => {}));
  limitConnections(server, { openMax: OPEN_MAX, perMinuteMax: 0 }, networkOf);
  const clients: Socket[] = [];

  const listen = async (): Promise<void> => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  const open = async (from: string): Promise<Socket> => {
    if (!server.listening) await listen();
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'connection');
    const client = connect({ port, host: '127.0.0.1', localAddress: from });
    clients.push(client);
    client.on('error', () => {});
    await accepted;
    return client;
  };
  afterEach(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const client of clients.splice(0)) client.destroy();
    await closed;
  });

  test('one connection more than an address may have is closed, those of another address are not', async () => {
    const held = [await open('127.0.0.1'), await open('127.0.0.1')];
    const refused = await open('127.0.0.1');
    await expect.poll(() => refused.destroyed).toBe(true);
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
    await expect.poll(connections).toBe(OPEN_MAX - 1);
    await open('127.0.0.1');
    await expect.poll(connections).toBe(OPEN_MAX);
  });
});

describe('how many begin', () => {
  /** A server of which only the connections are there. */
  function limited(limits: ConnectionLimits) {
    const server = new EventEmitter() as unknown as Server;
    const clock = { ms: 0 };
    const served: EventEmitter[] = [];
    server.on('connection', (socket) => served.push(socket));
    const { refused } = limitConnections(server, limits, networkOf, () => clock.ms);
    /** True when it came through to what the server does with it. */
    const begin = (remoteAddress: string): EventEmitter | null => {
      let isReset = false;
      const socket = Object.assign(new EventEmitter(), { remoteAddress, resetAndDestroy: () => (isReset = true) });
      server.emit('connection', socket as unknown as Socket);
      expect(served.includes(socket)).toBe(!isReset);
      return isReset ? null : socket;
    };
    /** How many of so many that come and go. */
    const admitted = (count: number, address: string): number =>
      Array.from({ length: count }, () => begin(address)?.emit('close')).filter(Boolean).length;
    return { clock, begin, admitted, refused };
  }

  test('a fifth of a minute may begin together, then so many as time has passed; nobody parses the others', () => {
    const { clock, admitted } = limited({ openMax: 0, perMinuteMax: 60 });
    expect(admitted(30, '192.0.2.1')).toBe(12);
    clock.ms = 3_000;
    expect(admitted(30, '192.0.2.1')).toBe(3);
    clock.ms = 3_600_000;
    expect(admitted(30, '192.0.2.1')).toBe(12);
  });

  test('each address has its own, and a network of IPv6 one together', () => {
    const { admitted } = limited({ openMax: 0, perMinuteMax: 60 });
    expect([admitted(30, '192.0.2.1'), admitted(30, '192.0.2.2')]).toEqual([12, 12]);
    expect([admitted(10, '2001:db8::1'), admitted(10, '2001:db8::2')]).toEqual([10, 2]);
  });

  test('what is refused because too many are open counts as begun', () => {
    const { begin, admitted } = limited({ openMax: 1, perMinuteMax: 60 });
    const held = begin('192.0.2.1');
    expect(admitted(30, '192.0.2.1')).toBe(0);
    held?.emit('close');
    expect(admitted(30, '192.0.2.1')).toBe(0);
  });

  const from = (remoteAddress: string) => ({ remoteAddress });

  test('a connection that was told to come later costs as much as four more of its own address, once', () => {
    const { clock, admitted, refused } = limited({ openMax: 0, perMinuteMax: 60 });
    const kept = from('192.0.2.1');
    for (let i = 0; i < 100; i++) refused(kept);
    refused(from('192.0.2.1'));
    expect([admitted(30, '192.0.2.1'), admitted(30, '192.0.2.2')]).toEqual([4, 12]);
    for (let i = 0; i < 100; i++) refused(from('192.0.2.1'));
    expect(admitted(30, '192.0.2.1')).toBe(0);
    // Never more than all of them: a hundred refusals are forgiven as soon as three.
    clock.ms = 2_000;
    expect(admitted(30, '192.0.2.1')).toBe(2);
  });

  test('where connections are not counted, refusals are not', () => {
    const { admitted, refused } = limited({ openMax: 5, perMinuteMax: 0 });
    refused(from('192.0.2.1'));
    expect(admitted(30, '192.0.2.1')).toBe(30);
  });

  test('after a minute without any an address is as new; one that holds a connection is not forgotten', () => {
    const { clock, begin, admitted } = limited({ openMax: 1, perMinuteMax: 600 });
    begin('192.0.2.1');
    clock.ms = 120_000;
    expect([admitted(1, '192.0.2.2'), admitted(1, '192.0.2.1')]).toEqual([1, 0]);
  });
});
