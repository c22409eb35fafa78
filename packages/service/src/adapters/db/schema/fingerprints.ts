/** Fingerprints and the similarities between them. @module */
import {
  bigint,
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
import { assets } from './assets.ts';
import { createdAt, id, instant } from './columns.ts';

/** Vectors of these sizes and cosine distance: interface.md, "Fingerprint". */
export const CLIP_DIMENSIONS = 768;
export const DINO_DIMENSIONS = 1024;
export const PDQ_BITS = 256;

/**
 * The approximate indexes of the three vectors are not part of the schema: only PostgreSQL gets them, see
 * `vectorIndexes.ts`.
 */
export const fingerprints = pgTable(
  'fingerprints',
  {
    id: id(),
    assetId: uuid('asset_id')
      .notNull()
      .unique()
      .references(() => assets.id, { onDelete: 'cascade' }),
    clipEmbedding: vector('clip_embedding', { dimensions: CLIP_DIMENSIONS }).notNull(),
    clipHash: varchar('clip_hash', { length: 256 }).notNull(),
    dinoEmbedding: vector('dino_embedding', { dimensions: DINO_DIMENSIONS }).notNull(),
    dinoHash: varchar('dino_hash', { length: 256 }).notNull(),
    /** 64 lower-case hex characters. */
    pdqHash: varchar('pdq_hash', { length: 256 }).notNull(),
    /** The first 64 bits as a signed number (G43a). */
    pdqHashInt: bigint('pdq_hash_int', { mode: 'bigint' }).notNull(),
    /** All 256 bits, for `<~>`. A turned or mirrored query is found by asking for each of its eight forms. */
    pdqBits: bit('pdq_bits', { dimensions: PDQ_BITS }).notNull(),
    /** 0..100. */
    pdqQuality: integer('pdq_quality').notNull(),
    embeddingModel: varchar('embedding_model', { length: 100 }).notNull(),
    similarityThreshold: doublePrecision('similarity_threshold').notNull().default(0.8),
    /** `embeddingModel` for which `fingerprintMatches` were last looked for; null until then. */
    matchesModel: varchar('matches_model', { length: 100 }),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
  },
  (table) => [index('fingerprints_pdq_hash_int').on(table.pdqHashInt)],
);

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
    clipSimilarity: doublePrecision('clip_similarity'),
    dinoSimilarity: doublePrecision('dino_similarity'),
    pdqSimilarity: doublePrecision('pdq_similarity'),
    averageSimilarity: doublePrecision('average_similarity'),
    isMatch: boolean('is_match'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('fingerprint_matches_pair_unique').on(table.sourceFingerprintId, table.targetFingerprintId),
    index('fingerprint_matches_target').on(table.targetFingerprintId),
    index('fingerprint_matches_target_asset').on(table.targetAssetId),
  ],
);
