/** The database as a whole. @module */
import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';

/** One row, made at the first start: by it the store of pictures knows its database again. */
export const databaseIdentity = pgTable(
  'database_identity',
  {
    id: smallint('id').primaryKey(),
    databaseId: uuid('database_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('database_identity_single', sql`${table.id} = 1`)],
);

/** One row, made by the first process that embeds: the model to which stored fingerprints are moved. */
export const wantedEmbedding = pgTable(
  'wanted_embedding',
  {
    id: smallint('id').primaryKey(),
    model: varchar('model', { length: 100 }).notNull(),
    /** When a process last said that it has it. */
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [check('wanted_embedding_single', sql`${table.id} = 1`)],
);

/** Which process does a job that must not run twice at once; no row: nobody does. */
export const jobLeases = pgTable('job_leases', {
  job: varchar('job', { length: 50 }).primaryKey(),
  owner: varchar('owner', { length: 100 }).notNull(),
  /** By the clock of the database. */
  leaseUntil: instant('lease_until').notNull(),
});

/** How far jobs came that walk over everything there is. */
export const jobWalks = pgTable('job_walks', {
  job: varchar('job', { length: 50 }).primaryKey(),
  begunAt: instant('begun_at').notNull(),
  /** The last one that was looked at; null: the walk has ended. */
  after: varchar('after', { length: 100 }),
});
