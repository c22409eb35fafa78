/** Changes rows as whoever owns the database server could: with triggers and the keys between tables switched off. @module */
import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../../src/adapters/db/connection/database.ts';

export const tamper = <T>(database: Database, work: (transaction: Queries) => Promise<T>): Promise<T> =>
  database.write(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    return work(transaction);
  });

/** One statement after the other. */
export const tamperWith = (database: Database, ...statements: string[]): Promise<void> =>
  tamper(database, async (transaction) => {
    for (const statement of statements) await transaction.execute(sql.raw(statement));
  });

const LOG_TABLES = ['timestamps', 'anchors', 'cosignatures', 'checkpoints', 'tiles', 'leaves', 'log'];

/** As if there had never been a transparency log. */
export const forgetLog = (database: Database): Promise<void> =>
  tamperWith(database, ...LOG_TABLES.map((table) => `delete from transparency_${table}`));
