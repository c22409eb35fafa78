/** Fingerprints and the similarities between them. @module */
import {
  bit,
  boolean,
  index,
  integer,
  pgTable,
  doublePrecision,
  unique,
  uuid,
  varchar,
  vector,
} from 'drizzle-orm/pg-core';
import { SIMILARITY_THRESHOLD } from '@assay/core/fingerprint/calibration';
import { EMBEDDING_LENGTH } from '@assay/core/fingerprint/embeddingLength';
import { PDQ_BITS } from '@assay/core/fingerprint/pdq';
import { assets } from './assets.ts';
import { createdAt, id, instant } from './columns.ts';

/**
 * The approximate indexes of the three vectors are not part of the schema: only PostgreSQL gets them, see
 * `vectorIndexes.ts`.
 */
export const fingerprints = pgTable('fingerprints', {
  id: id(),
  assetId: uuid('asset_id')
    .notNull()
    .unique()
    .references(() => assets.id, { onDelete: 'cascade' }),
  embedding768: vector('clip_embedding', { dimensions: EMBEDDING_LENGTH.embedding768 }).notNull(),
  embedding768Hash: varchar('clip_hash', { length: 256 }).notNull(),
  embedding1024: vector('dino_embedding', { dimensions: EMBEDDING_LENGTH.embedding1024 }).notNull(),
  embedding1024Hash: varchar('dino_hash', { length: 256 }).notNull(),
  /** 64 lower-case hex characters. */
  pdqHash: varchar('pdq_hash', { length: 256 }).notNull(),
  /** All 256 bits, for `<~>`. A turned or mirrored query is found by asking for each of its eight forms. */
  pdqBits: bit('pdq_bits', { dimensions: PDQ_BITS }).notNull(),
  /** 0..100. */
  pdqQuality: integer('pdq_quality').notNull(),
  embeddingModel: varchar('embedding_model', { length: 100 }).notNull(),
  similarityThreshold: doublePrecision('similarity_threshold').notNull().default(SIMILARITY_THRESHOLD),
  /** `embeddingModel` for which `fingerprintMatches` were last looked for; null until then. */
  matchesModel: varchar('matches_model', { length: 100 }),
  createdAt: createdAt(),
  updatedAt: instant('updated_at'),
});

export const fingerprintMatches = pgTable(
  'fingerprint_matches',
  {
    id: id(),
    sourceFingerprintId: uuid('source_fingerprint_id')
      .notNull()
      .references(() => fingerprints.id, { onDelete: 'cascade' }),
    targetFingerprintId: uuid('target_fingerprint_id')
      .notNull()
      .references(() => fingerprints.id, { onDelete: 'cascade' }),
    targetAssetId: uuid('target_asset_id')
      .notNull()
      .references(() => assets.id, { onDelete: 'cascade' }),
    embedding768Similarity: doublePrecision('clip_similarity').notNull(),
    embedding1024Similarity: doublePrecision('dino_similarity').notNull(),
    pdqSimilarity: doublePrecision('pdq_similarity').notNull(),
    averageSimilarity: doublePrecision('average_similarity').notNull(),
    isMatch: boolean('is_match').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('fingerprint_matches_pair_unique').on(table.sourceFingerprintId, table.targetFingerprintId),
    index('fingerprint_matches_target').on(table.targetFingerprintId),
    index('fingerprint_matches_target_asset').on(table.targetAssetId),
  ],
);
