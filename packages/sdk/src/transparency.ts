/** The public log of commitments: `client.log`. Needs no credential. @module */
import type { CallOptions, Connection } from './connection.ts';
import type { ConsistencyProof, InclusionProof, TransparencyLog } from './types.ts';

export class TransparencyApi {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Who the log is, and its newest checkpoint. @throws {NotFoundError} before the first commitment */
  head(options: CallOptions = {}): Promise<TransparencyLog> {
    return this.#get('/v1/transparency', {}, options);
  }

  /** That an entry is in the log. */
  inclusion(index: number, options: CallOptions = {}): Promise<InclusionProof> {
    return this.#get('/v1/transparency/inclusion', { index }, options);
  }

  /** That the log of `second` entries begins with that of `first`. */
  consistency(first: number, second: number, options: CallOptions = {}): Promise<ConsistencyProof> {
    return this.#get('/v1/transparency/consistency', { first, second }, options);
  }

  #get<T>(path: string, query: Readonly<Record<string, number>>, options: CallOptions): Promise<T> {
    return this.#connection.json({ method: 'GET', path, query, authorized: false, ...options });
  }
}
