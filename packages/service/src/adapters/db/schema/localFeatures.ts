/** What assets are searched by: local features, by which parts of pictures are found, and small vectors. @module */
import { bigserial, pgTable, uuid } from 'drizzle-orm/pg-core';
import { assets } from './assets.ts';
import { bytea } from './columns.ts';

/** One row for every fingerprint, written with it. */
export const localFeatures = pgTable('local_features', {
  assetId: uuid('asset_id')
    .primaryKey()
    .references(() => assets.id, { onDelete: 'cascade' }),
  /** Places and descriptors, at most 20 KB: `@assay/core/search/compactFeatures`. */
  features: bytea('features').notNull(),
  /** Words and signatures, at most 3.7 KB: `@assay/core/search/indexRecord`. */
  record: bytea('record').notNull(),
  /** Embeddings and hash in small numbers: `@assay/core/search/vectorScan`. */
  scan: bytea('scan').notNull(),
  /** Ascending in the order in which rows were begun, so that an index asks for what it has not seen. */
  sequence: bigserial('sequence', { mode: 'number' }).notNull().unique(),
});
