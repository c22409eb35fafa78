/** Encryption keys of organizations, archives, published content and pins. @module */
import { bigint, boolean, index, integer, pgTable, primaryKey, text, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import type { PublishedForm } from '../../../app/ports/content/content.ts';
import type { FileVariant } from '../../../app/ports/runtime/runtime.ts';
import { assets } from './assets.ts';
import { bytea, createdAt, id, instant, oneOf } from './columns.ts';
import { organizations } from './organizations.ts';

/** Wrap the keys of assets. Deleting the organization destroys them. docs/spec/encryption-at-rest.md */
export const organizationEncryptionKeys = pgTable(
  'organization_encryption_keys',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** 1, 2, ...; the highest one wraps new keys. */
    version: integer('version').notNull(),
    /** Under which master key it is wrapped: `local:`, `file:...`, `env:...`, `aws-kms:...`. */
    masterKeyRef: varchar('master_key_ref', { length: 1024 }).notNull(),
    keyWrapped: bytea('key_wrapped').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('organization_encryption_keys_organization_version_unique').on(table.organizationId, table.version),
  ],
);

/** What was written to the write-once archive. docs/spec/content-addressing.md */
export const archives = pgTable(
  'archives',
  {
    id: id(),
    assetId: uuid('asset_id')
      .notNull()
      .references(() => assets.id, { onDelete: 'cascade' }),
    /** CID of the CAR file, codec 0x0202. */
    archiveCid: varchar('archive_cid', { length: 100 }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
    /** Null until read back for the first time. */
    checkedAt: instant('checked_at'),
    checkState: varchar('check_state', { length: 20 }).$type<'intact' | 'altered' | 'missing'>(),
  },
  (table) => [
    unique('archives_asset_cid_unique').on(table.assetId, table.archiveCid),
    index('archives_checked').on(table.checkedAt),
    oneOf('archives_check_state_known', table.checkState, ['intact', 'altered', 'missing']),
  ],
);

/** Files that their owner made public: roots of `/ipfs/{cid}`. */
export const publishedFiles = pgTable(
  'published_files',
  {
    id: id(),
    assetId: uuid('asset_id')
      .notNull()
      .references(() => assets.id, { onDelete: 'cascade' }),
    variant: varchar('variant', { length: 20 }).$type<FileVariant>().notNull(),
    /** `sealed`: the bytes as they are stored, for pins of encrypted assets. */
    form: varchar('form', { length: 10 }).$type<PublishedForm>().notNull(),
    rootCid: varchar('root_cid', { length: 100 }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('published_files_asset_variant_form_unique').on(table.assetId, table.variant, table.form),
    index('published_files_root').on(table.rootCid),
    oneOf('published_files_variant_known', table.variant, ['original', 'watermarked', 'preview']),
    oneOf('published_files_form_known', table.form, ['plain', 'sealed']),
  ],
);

/** The blocks of a published file in depth-first order; leaves lie in the file itself. */
export const publishedBlocks = pgTable(
  'published_blocks',
  {
    fileId: uuid('file_id')
      .notNull()
      .references(() => publishedFiles.id, { onDelete: 'cascade' }),
    ordinal: integer('ordinal').notNull(),
    cid: varchar('cid', { length: 100 }).notNull(),
    /** First byte of the file below this block, and how many there are. */
    start: bigint('start', { mode: 'number' }).notNull(),
    length: bigint('length', { mode: 'number' }).notNull(),
    /** The dag-pb node; null for a leaf, which is exactly those bytes. */
    node: bytea('node'),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.ordinal] }), index('published_blocks_cid').on(table.cid)],
);

/** Copies on an IPFS node or pinning service. Without foreign keys: what was deleted must still be unpinned. */
export const pins = pgTable(
  'pins',
  {
    id: id(),
    assetId: uuid('asset_id').notNull(),
    variant: varchar('variant', { length: 20 }).$type<FileVariant>().notNull(),
    form: varchar('form', { length: 10 }).$type<PublishedForm>().notNull(),
    cid: varchar('cid', { length: 100 }).notNull(),
    /** False: it is to be unpinned, then the row goes. */
    wanted: boolean('wanted').notNull().default(true),
    status: varchar('status', { length: 20 })
      .$type<'queued' | 'pinning' | 'pinned' | 'failed'>()
      .notNull()
      .default('queued'),
    /** Of the pinning service. */
    requestId: varchar('request_id', { length: 255 }),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    lastError: text('last_error'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
  },
  (table) => [
    unique('pins_asset_variant_form_unique').on(table.assetId, table.variant, table.form),
    index('pins_due').on(table.nextAttemptAt),
    oneOf('pins_status_known', table.status, ['queued', 'pinning', 'pinned', 'failed']),
  ],
);
