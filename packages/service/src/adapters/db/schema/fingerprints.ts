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
import { createdAt, id, instant, oneOf } from './columns.ts';

const TODOS = ['match', 'embed', 'unreadable'] as const;
type FingerprintTodo = (typeof TODOS)[number];

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
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
  },
  (table) => [index('fingerprints_model').on(table.embeddingModel, table.assetId)],
);

/** What is still to be done for a fingerprint; no row: nothing, or its model alone tells that it is to be embedded again. */
export const fingerprintWork = pgTable(
  'fingerprint_work',
  {
    assetId: uuid('asset_id')
      .primaryKey()
      .references(() => assets.id, { onDelete: 'cascade' }),
    /** `match`: its matches were not looked for; `embed`: somebody embeds it again; `unreadable`: its original cannot be read. */
    todo: varchar('todo', { length: 20 }).$type<FingerprintTodo>().notNull(),
    /** Its vectors took the place of others: no news to its owner. */
    again: boolean('again').notNull(),
    /** Until then it is some process's, or nobody's; by the clock of the database. */
    leaseUntil: instant('lease_until'),
  },
  (table) => [
    index('fingerprint_work_todo').on(table.todo, table.again, table.assetId),
    oneOf('fingerprint_work_todo_known', table.todo, TODOS),
  ],
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
