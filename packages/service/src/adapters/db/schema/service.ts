/** The database as a whole. @module */
import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

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
