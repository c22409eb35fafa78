/** Opens the database of the service: PostgreSQL when there is a URL, else the embedded one. @module */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Pool } from 'pg';
import { type Database, PooledDatabase } from './database.ts';
import { startEmbeddedServer } from '../embedded/embeddedServer.ts';
import { FairPool } from './fairPool.ts';
import { migrateDatabase } from './migrateDatabase.ts';
import { preparedDatabase } from './preparedDatabase.ts';
import { VECTOR_SESSION_OPTIONS } from './vectorIndexes.ts';

export interface DatabaseLocation {
  /** `postgresql://...`, PostgreSQL >= 15 with pgvector >= 0.7. Wins over `dataDir`. */
  readonly url?: string | undefined;
  /** How many connections to PostgreSQL may be open at once; default 10. */
  readonly connectionsMax?: number | undefined;
  /** Of sessions on PostgreSQL; default none, for work of operators that may take hours. */
  readonly timeouts?: SessionTimeouts | undefined;
  /** The data folder; the embedded database lies in its `database` folder. Its owner holds `dataFolder/lock.ts`. */
  readonly dataDir?: string | undefined;
  /** What a new embedded database starts from (tests). Without url and dataDir it is in memory and gone at the end. */
  readonly template?: Uint8Array<ArrayBuffer> | undefined;
  /** For which network work is done right now, see `FairPool`; default nobody's. */
  readonly askedFrom?: (() => string) | undefined;
}

/** What ends a statement or a transaction that takes too long, each in ms. */
export interface SessionTimeouts {
  readonly statementMs: number;
  /** Waiting for a lock that another transaction holds. */
  readonly lockMs: number;
  /** A transaction whose process does nothing: its locks must not outlive a process that stands still. */
  readonly idleInTransactionMs: number;
}

/** Connections to PostgreSQL at this moment. */
export interface PoolFigures {
  readonly busy: number;
  readonly idle: number;
  /** Reads and transactions that wait for one. */
  readonly waiting: number;
  readonly max: number;
}

export interface OpenDatabase extends Database {
  /** Null: the embedded database, which has one. */
  readonly connections: (() => PoolFigures) | null;
  /** The embedded database as a tar archive that `template` takes; PostgreSQL has none. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  /** The folder of the embedded database as of one moment, see `EmbeddedServer`; PostgreSQL has none. */
  copyTo(folder: string, beside: readonly (readonly [string, string])[]): Promise<void>;
}

/** Of whoever says no other number, for instance commands; transactions are short, so that a few serve many requests. */
const CONNECTIONS_MAX = 10;
/** How long a request waits for a connection before it is told that the database is not available. */
const CONNECT_TIMEOUT_MS = 10_000;

/** A connection on which nothing comes for so long is asked whether it lives, ms. */
const KEEP_ALIVE_MS = 10_000;

const timeoutOptions = ({ statementMs, lockMs, idleInTransactionMs }: SessionTimeouts): string =>
  `-c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs}`;

/** Migrated and ready. @throws {Error} when it cannot be reached or opened */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  return location.url === undefined ? openEmbedded(location) : openPostgres(location.url, location);
}

async function openPostgres(
  url: string,
  { timeouts, connectionsMax: max = CONNECTIONS_MAX }: Pick<DatabaseLocation, 'timeouts' | 'connectionsMax'>,
): Promise<OpenDatabase> {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: [VECTOR_SESSION_OPTIONS, ...(timeouts ? [timeoutOptions(timeouts)] : [])].join(' '),
    // A server that vanished without a word is noticed.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'assay',
  });
  const elsewhere = (): Promise<never> => Promise.reject(new Error('pg_dump is the tool for dumps of PostgreSQL'));
  const connections = (): PoolFigures => {
    const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
    return { busy: totalCount - idle, idle, waiting, max };
  };
  const database = await migrated('postgresql', pool, () => pool.end());
  return Object.assign(database, { connections, dump: elsewhere, copyTo: elsewhere });
}

async function openEmbedded({ dataDir, template, askedFrom = () => '' }: DatabaseLocation): Promise<OpenDatabase> {
  const folder = dataDir === undefined ? null : path.resolve(dataDir, 'database');
  const prepared = folder === null || existsSync(folder) ? null : preparedDatabase();
  const server = await startEmbeddedServer({ folder, template: template ?? null, prepared });
  const options = { stream: () => server.connect(), idleTimeoutMillis: 0, user: 'postgres', database: 'postgres' };
  const pool = new FairPool(options, askedFrom);
  const database = await migrated('embedded', pool, async () => {
    await pool.end();
    await server.close();
  });
  const { dump, copyTo } = server;
  return Object.assign(database, { connections: null, dump: dump.bind(server), copyTo: copyTo.bind(server) });
}

async function migrated(engine: Database['engine'], pool: Pool, close: () => Promise<void>): Promise<Database> {
  // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  // The same while it is in use: its query, or the next one, fails and says so.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const client = await pool.connect();
    try {
      await migrateDatabase(client, engine);
    } finally {
      client.release();
    }
    return new PooledDatabase(engine, pool, close);
  } catch (cause) {
    await close();
    throw cause;
  }
}
