/**
 * A pool of one connection that is shared out in turns (round robin, J. Nagle, RFC 970, 1985): a hundred queries that one network
 * asked for delay one of another network by one of them. The pool itself would serve them as they came.
 * @module
 */
import { Pool, type PoolClient, type PoolConfig } from 'pg';

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

export class FairPool extends Pool {
  readonly #askedFrom: () => string;
  /** Who waits, by network and in turn; none is empty. */
  readonly #lines = new Map<string, (() => void)[]>();
  #isTaken = false;

  /** @param askedFrom names the network for which work is done right now; empty for the service's own */
  constructor(options: Omit<PoolConfig, 'max'>, askedFrom: () => string) {
    super({ ...options, max: 1 });
    this.#askedFrom = askedFrom;
    this.on('release', () => this.#next());
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (callback) return this.#inTurn(() => this.#take(callback));
    return new Promise((resolve, reject) => {
      this.connect((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #take(callback: Connected): void {
    super.connect((error, client, done) => {
      if (!client) this.#next();
      callback(error, client, done);
    });
  }

  #inTurn(take: () => void): void {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return take();
    }
    const network = this.#askedFrom();
    const line = this.#lines.get(network);
    if (line) line.push(take);
    else this.#lines.set(network, [take]);
  }

  /** The network that has waited longest for a turn has it, and stands last for its next. */
  #next(): void {
    for (const [network, line] of this.#lines) {
      const take = line.shift();
      this.#lines.delete(network);
      if (line.length > 0) this.#lines.set(network, line);
      return take?.();
    }
    this.#isTaken = false;
  }
}
