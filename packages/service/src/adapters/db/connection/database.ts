/**
 * The database as repositories see it: queries exist only inside `read` and `write`, as the argument of the work. The
 * embedded database has a single connection, so that asking for a second one inside a transaction would wait for ever;
 * `read` and `write` refuse to be called inside themselves.
 * @module
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import type { HealthProbe } from '../../../app/ports/runtime/health.ts';
import { isRepeatable, unavailable, withoutParameters } from './postgresErrors.ts';

/** Runs queries, either in a transaction or each by itself; `read` and `write` say which. */
export type Queries = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export type EngineName = 'embedded' | 'postgresql';

export interface Database extends HealthProbe {
  readonly engine: EngineName;
  /** Runs work that changes nothing; its queries need not see one state. @throws {AppError} SERVICE_UNAVAILABLE */
  read<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs work in one transaction: all of it or nothing. The work awaits nothing but its queries, and may run again after
   * a deadlock with another process. @throws {AppError} SERVICE_UNAVAILABLE
   */
  write<T>(work: (transaction: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs work that changes nothing and sees one moment all along, however long it takes. The embedded database answers
   * nobody else meanwhile. @throws {AppError} SERVICE_UNAVAILABLE
   */
  snapshot<T>(work: (transaction: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

type Kind = 'read' | 'write' | 'snapshot';

/** What is written in the transaction of each `write` that begins inside `run`. */
export const writtenBeside = new AsyncLocalStorage<(transaction: Queries) => Promise<void>>();

/** PostgreSQL breaks a deadlock by refusing one side; more than a few in a row mean a bug. */
const TRANSACTION_ATTEMPTS = 4;

/** /health must answer within a second. */
const CHECK_TIMEOUT_MS = 900;

export class PooledDatabase implements Database {
  readonly engine: EngineName;
  readonly #queries: Queries;
  readonly #inside = new AsyncLocalStorage<Kind>();
  readonly #closePool: () => Promise<void>;

  constructor(engine: EngineName, pool: Pool, closePool: () => Promise<void>) {
    this.engine = engine;
    this.#queries = drizzle(pool);
    this.#closePool = closePool;
  }

  read<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#guarded('read', () => work(this.#queries));
  }

  write<T>(work: (transaction: Queries) => Promise<T>): Promise<T> {
    const beside = writtenBeside.getStore();
    const whole = async (transaction: Queries): Promise<T> => {
      const result = await work(transaction);
      await beside?.(transaction);
      return result;
    };
    return this.#guarded('write', async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#queries.transaction(whole);
        } catch (cause) {
          if (attempt >= TRANSACTION_ATTEMPTS || !isRepeatable(cause)) throw cause;
        }
      }
    });
  }

  snapshot<T>(work: (transaction: Queries) => Promise<T>): Promise<T> {
    return this.#guarded('snapshot', () =>
      this.#queries.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
    );
  }

  async check(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
    });
    const asked = this.read(async (queries) => (await queries.execute(sql`select 1`)).rowCount === 1).catch(
      () => false,
    );
    try {
      return await Promise.race([asked, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  close(): Promise<void> {
    return this.#closePool();
  }

  async #guarded<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    const outer = this.#inside.getStore();
    if (outer) throw new Error(`${kind} inside ${outer}: use the queries that the outer work was given`);
    try {
      return await this.#inside.run(kind, work);
    } catch (cause) {
      throw unavailable(cause) ?? withoutParameters(cause);
    }
  }
}
