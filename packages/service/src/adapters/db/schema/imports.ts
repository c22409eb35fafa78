/** Imports of many pictures, and what became of each. @module */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core';
import type { ErrorCode } from '@assay/core/errors';
import {
  IMPORT_FILE_STATES,
  IMPORT_STATES,
  type ImportFileState,
  type ImportOptions,
  type ImportSourceKind,
  type ImportState,
} from '../../../app/ports/imports/imports.ts';
import { users } from './accounts.ts';
import { createdAt, id, instant, oneOf, origin } from './columns.ts';
import { organizations } from './organizations.ts';

export const imports = pgTable(
  'imports',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** No foreign key: a key may be deleted, and the import then says so. */
    apiKeyId: uuid('api_key_id'),
    kind: varchar('kind', { length: 10 }).$type<ImportSourceKind>().notNull(),
    source: text('source'),
    options: jsonb('options').$type<ImportOptions>().notNull(),
    state: varchar('state', { length: 20 }).$type<ImportState>().notNull().default('waiting'),
    problem: text('problem'),
    origin: origin(),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    oneOf('imports_state_known', table.state, IMPORT_STATES),
    index('imports_organization').on(table.organizationId, table.createdAt),
    index('imports_user').on(table.userId),
    index('imports_state').on(table.state),
    index('imports_ended').on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);

export const importFiles = pgTable(
  'import_files',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** In the order of the source. */
    index: integer('index').notNull(),
    name: text('name').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    state: varchar('state', { length: 20 }).$type<ImportFileState>().notNull().default('waiting'),
    /** No foreign key: the report stays when the picture is deleted. */
    assetId: uuid('asset_id'),
    errorCode: varchar('error_code', { length: 50 }).$type<ErrorCode>(),
    detail: text('detail'),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.index] }),
    oneOf('import_files_state_known', table.state, IMPORT_FILE_STATES),
    index('import_files_state').on(table.importId, table.state, table.index),
  ],
);
