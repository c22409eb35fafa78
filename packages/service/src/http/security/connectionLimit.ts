/**
 * How many connections an address may have open, and begin in a minute. Each costs a socket and a parser, and one whose answers
 * nobody reads costs the memory of them, long before any request could be counted.
 * @module
 */
import type { Server, Socket } from 'node:net';

export interface ConnectionLimits {
  /** Open at once; 0 for no limit. */
  readonly openMax: number;
  /** Begun in a minute, in the long run; 0 for no limit. */
  readonly perMinuteMax: number;
}

interface Network {
  open: number;
  /** Connections that it may begin at this moment. */
  left: number;
  /** When `left` was counted, ms. */
  atMs: number;
}

const MINUTE_MS = 60_000;

/** A page of a browser opens several at once: so much of a minute may begin together. */
const BURST_SHARE = 0.2;

/**
 * A connection that begins to be told to come later costs as much as so many more: the answer that refuses is most of what a small
 * request costs, and with connections alone one address could have fifty of them a second made. What is refused on a connection that
 * stays costs no more: nobody's neighbours are shut out by whoever merely asks on.
 */
const REFUSAL_COST = 4;

export interface LimitedConnections {
  /** A request on that connection was answered 429. */
  refused(connection: object & Pick<Socket, 'remoteAddress'>): void;
}

/**
 * Stands before what the server did with a connection so far, so that no parser is made for one that is refused. It is reset:
 * nothing of it is left behind here.
 * @param networkOf by which addresses are counted together
 * @param nowMs a clock that never goes back
 */
export function limitConnections(
  server: Pick<Server, 'on' | 'listeners' | 'removeAllListeners'>,
  limits: ConnectionLimits,
  networkOf: (address: string) => string,
  nowMs: () => number = () => performance.now(),
): LimitedConnections {
  if (limits.openMax === 0 && limits.perMinuteMax === 0) return { refused: () => {} };
  const networks = new Networks(limits, nowMs);
  const before = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    // Gone again before it was accepted.
    if (socket.remoteAddress === undefined) return void socket.destroy();
    const name = networkOf(socket.remoteAddress);
    if (!networks.admit(name)) return void socket.resetAndDestroy();
    socket.once('close', () => networks.leave(name));
    for (const listener of before) listener.call(server, socket);
  });
  const charged = new WeakSet<object>();
  return {
    refused(connection) {
      // Gone again, or charged already.
      if (connection.remoteAddress === undefined || charged.has(connection)) return;
      charged.add(connection);
      networks.charge(networkOf(connection.remoteAddress), REFUSAL_COST);
    },
  };
}

/** Those with a connection, or with one not long ago. */
class Networks {
  readonly #limits: ConnectionLimits;
  readonly #nowMs: () => number;
  readonly #known = new Map<string, Network>();
  readonly #burst: number;
  #sweptMs: number;

  constructor(limits: ConnectionLimits, nowMs: () => number) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#burst = Math.max(1, Math.floor(limits.perMinuteMax * BURST_SHARE));
    this.#sweptMs = nowMs();
  }

  admit(name: string): boolean {
    const atMs = this.#nowMs();
    this.#sweep(atMs);
    const { openMax, perMinuteMax } = this.#limits;
    const network = this.#filled(name, atMs);
    if (perMinuteMax > 0) {
      if (network.left < 1) return false;
      // Also of one that is refused because too many are open, or asking again and again would cost nothing.
      network.left -= 1;
    }
    if (openMax > 0 && network.open >= openMax) return false;
    network.open += 1;
    return true;
  }

  /** As if it had begun so many connections more. */
  charge(name: string, count: number): void {
    const network = this.#filled(name, this.#nowMs());
    network.left = Math.max(0, network.left - count);
  }

  /** A token bucket: as many connections came back as time has passed. */
  #filled(name: string, atMs: number): Network {
    const network = this.#known.get(name) ?? { open: 0, left: this.#burst, atMs };
    this.#known.set(name, network);
    const back = ((atMs - network.atMs) * this.#limits.perMinuteMax) / MINUTE_MS;
    network.left = Math.min(this.#burst, network.left + back);
    network.atMs = atMs;
    return network;
  }

  leave(name: string): void {
    const network = this.#known.get(name);
    if (network) network.open -= 1;
  }

  /** After a minute without any, a network is as one that was never seen. */
  #sweep(atMs: number): void {
    if (atMs - this.#sweptMs < MINUTE_MS) return;
    this.#sweptMs = atMs;
    for (const [name, network] of this.#known)
      if (network.open === 0 && atMs - network.atMs >= MINUTE_MS) this.#known.delete(name);
  }
}
