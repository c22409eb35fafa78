/** The log of verifications, and public links to what it and assets say. @module */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  doublePrecision,
  text,
  uuid,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import {
  DISPUTE_REASONS,
  DISPUTE_STATES,
  type DisputeReason,
  type DisputeState,
} from '../../../app/ports/verify/disputes.ts';
import type { DeferredRequest } from '../../../app/ports/verify/deferredVerifications.ts';
import type { Verdict } from '../../../app/ports/verify/verifications.ts';
import { apiKeys } from './access.ts';
import { users } from './accounts.ts';
import { assets } from './assets.ts';
import { bytea, createdAt, id, instant, oneOf } from './columns.ts';
import { organizations } from './organizations.ts';

const VERDICTS = ['authentic', 'forged', 'unknown'] as const;

export const verificationLogs = pgTable(
  'verification_logs',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'set null' }),
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'set null' }),
    verifiedAssetId: uuid('verified_asset_id').references(() => assets.id, { onDelete: 'set null' }),
    /** One id for all pictures of a batch. */
    batchId: uuid('batch_id'),
    sourceImageHash: varchar('source_image_hash', { length: 256 }).notNull(),
    sourceImageSizeBytes: bigint('source_image_size_bytes', { mode: 'number' }).notNull(),
    verdict: varchar('verdict', { length: 50 }).$type<Verdict>().notNull(),
    confidence: doublePrecision('confidence').notNull(),
    watermarkDetected: boolean('watermark_detected').notNull(),
    watermarkConfidence: doublePrecision('watermark_confidence').notNull(),
    fingerprintMatchFound: boolean('fingerprint_match_found').notNull(),
    fingerprintSimilarity: doublePrecision('fingerprint_similarity').notNull(),
    blockchainVerified: boolean('blockchain_verified').notNull(),
    processingTimeMs: integer('processing_time_ms').notNull(),
    modelVersion: varchar('model_version', { length: 100 }).notNull(),
    requesterIp: varchar('requester_ip', { length: 45 }),
    /** The host part is gone from `requester_ip`. */
    addressShortened: boolean('address_shortened').notNull().default(false),
    userAgent: text('user_agent'),
    /** Evidence and rules that fired: the verdict can be replayed from the row alone. */
    evidence: jsonb('evidence').$type<unknown>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('verification_logs_verdict_known', table.verdict, VERDICTS),
    index('verification_logs_user').on(table.userId, table.createdAt, table.id),
    index('verification_logs_organization').on(table.organizationId, table.createdAt, table.id),
    index('verification_logs_asset').on(table.verifiedAssetId),
    index('verification_logs_api_key').on(table.apiKeyId),
    index('verification_logs_created').on(table.createdAt),
    // Of expressions, so that no walk over all rows by their time, which the planner takes for as short, can take their place.
    index('verification_logs_whole_addresses')
      .on(sql`(case when not ${table.addressShortened} then ${table.createdAt} end)`)
      .where(sql`${table.requesterIp} is not null`),
    index('verification_logs_shortened_addresses')
      .on(sql`(case when ${table.addressShortened} then ${table.createdAt} end)`)
      .where(sql`${table.requesterIp} is not null`),
  ],
);

/** Disputed verdicts; what a verdict rested on stays as it was logged. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    verificationId: uuid('verification_id')
      .notNull()
      .references(() => verificationLogs.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    reason: varchar('reason', { length: 20 }).$type<DisputeReason>().notNull(),
    comment: text('comment'),
    expectedVerdict: varchar('expected_verdict', { length: 50 }).$type<Verdict>(),
    status: varchar('status', { length: 20 }).$type<DisputeState>().notNull().default('open'),
    correctedVerdict: varchar('corrected_verdict', { length: 50 }).$type<Verdict>(),
    note: text('note'),
    /** Sealed; its SHA-256 is the verification's `source_image_hash`. */
    pictureSealed: bytea('picture_sealed'),
    /** Stays when the picture was removed, as do the next two. */
    pictureSizeBytes: integer('picture_size_bytes'),
    pictureKeptUntil: instant('picture_kept_until'),
    pictureRemovedAt: instant('picture_removed_at'),
    createdAt: createdAt(),
    resolvedAt: instant('resolved_at'),
  },
  (table) => [
    oneOf('disputes_reason_known', table.reason, DISPUTE_REASONS),
    oneOf('disputes_expected_known', table.expectedVerdict, VERDICTS),
    oneOf('disputes_status_known', table.status, DISPUTE_STATES),
    oneOf('disputes_corrected_known', table.correctedVerdict, VERDICTS),
    check('disputes_overturned', sql`(${table.status} = 'overturned') = (${table.correctedVerdict} is not null)`),
    check('disputes_resolved', sql`(${table.status} = 'open') = (${table.resolvedAt} is null)`),
    uniqueIndex('disputes_one_open').on(table.verificationId).where(sql`${table.status} = 'open'`),
    index('disputes_verification').on(table.verificationId, table.createdAt),
    index('disputes_status').on(table.status, table.createdAt, table.id),
    index('disputes_user').on(table.userId),
    index('disputes_pictures').on(table.pictureKeptUntil).where(sql`${table.pictureSealed} is not null`),
  ],
);

/** Submitted pictures that are kept for their senders' evidence, with the maps that they were told, all sealed. */
export const storedSubmissions = pgTable(
  'stored_submissions',
  {
    verificationId: uuid('verification_id')
      .primaryKey()
      .references(() => verificationLogs.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    pictureSealed: bytea('picture_sealed').notNull(),
    mapSealed: bytea('map_sealed'),
    presenceSealed: bytea('presence_sealed'),
    keptUntil: instant('kept_until').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('stored_submissions_kept').on(table.keptUntil), index('stored_submissions_user').on(table.userId)],
);

/** Checks of one asset by strangers, for a day: how many and how different, see docs/spec/security.md#verify-as-an-oracle. */
export const assetChecks = pgTable(
  'asset_checks',
  {
    id: id(),
    assetId: uuid('asset_id')
      .notNull()
      .references(() => assets.id, { onDelete: 'cascade' }),
    /** `user:<id>` or `ip:<network>`. */
    checker: varchar('checker', { length: 100 }).notNull(),
    /** SHA-256 of the file, hex. */
    picture: varchar('picture', { length: 64 }).notNull(),
    /** A stored file itself: nothing can be tuned with it. */
    isExact: boolean('is_exact').notNull(),
    checkedAt: instant('checked_at').notNull(),
  },
  (table) => [
    index('asset_checks_asset').on(table.assetId, table.checkedAt),
    index('asset_checks_checked').on(table.checkedAt),
  ],
);

/** Public links to an asset or to a verification. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    assetId: uuid('asset_id').references(() => assets.id, { onDelete: 'cascade' }),
    verificationId: uuid('verification_id').references(() => verificationLogs.id, { onDelete: 'cascade' }),
    tokenHash: varchar('token_hash', { length: 64 }).notNull().unique(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('share_links_asset').on(table.assetId),
    index('share_links_verification').on(table.verificationId),
    index('share_links_organization').on(table.organizationId),
    index('share_links_end').on(sql`least(${table.expiresAt}, ${table.revokedAt})`),
    check('share_links_one_target', sql`num_nonnulls(${table.assetId}, ${table.verificationId}) = 1`),
  ],
);

/**
 * A verification that was asked for with `Prefer: respond-async` and has no result yet: with its picture and all that judging it
 * needs, so that any process can. The row goes in the transaction that writes the result to `verification_logs`, under the same
 * id; a failure stays until `expires_at`, without the picture.
 */
export const deferredVerifications = pgTable(
  'deferred_verifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whose turn it is. */
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** What was asked; null once it has failed. */
    request: jsonb('request').$type<DeferredRequest>(),
    /** Of a program, by its API key: what people ask is judged before. */
    inBulk: boolean('in_bulk').notNull().default(false),
    /** Sealed; null once it has failed. */
    pictureSealed: bytea('picture_sealed'),
    /** Code and sentence of the error that it ended with; null while it waits or is worked on. */
    failure: jsonb('failure').$type<{ readonly code: string; readonly detail: string }>(),
    /** Processes that died over it. */
    attempts: integer('attempts').notNull().default(0),
    /** Which process works on it, and until when it is thought alive, by the clock of the database: docs/spec/data.md#leases. */
    leaseOwner: varchar('lease_owner', { length: 100 }),
    leaseUntil: instant('lease_until'),
    leaseNumber: integer('lease_number').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    check('deferred_verifications_ended', sql`(${table.failure} is null) = (${table.pictureSealed} is not null)`),
    index('deferred_verifications_waiting')
      .on(table.organizationId, table.inBulk, sql`coalesce(${table.leaseUntil}, ${table.createdAt})`, table.id)
      .where(sql`${table.failure} is null`),
    index('deferred_verifications_user').on(table.userId),
    index('deferred_verifications_lease').on(table.leaseOwner).where(sql`${table.leaseOwner} is not null`),
    index('deferred_verifications_expiry').on(table.expiresAt),
  ],
);
