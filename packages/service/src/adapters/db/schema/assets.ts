/** Assets, their watermark, their history, and who was given a copy or a link. @module */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  doublePrecision,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { EarlierDelivery, ProcessingStatus } from '../../../app/ports/assets/assets.ts';
import type { ProcessingRequest } from '../../../app/ports/assets/processingRequest.ts';
import type { TrackReading } from '../../../app/ports/assets/copies.ts';
import type { MetadataTags } from '../../../app/ports/verify/engine.ts';
import type { TrackId } from '@assay/core/watermark/tracks';
import { users } from './accounts.ts';
import { bytea, createdAt, id, instant, oneOf, tsvector } from './columns.ts';
import { organizations } from './organizations.ts';

const STATUSES = ['pending', 'processing', 'completed', 'failed'] as const satisfies readonly ProcessingStatus[];

export const assets = pgTable(
  'assets',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /**
     * Re-pointed to the organization's owner before its user is deleted. The migration makes the key deferred, so
     * that deleting a user may take the user's own organization with these assets along.
     */
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    /** The asset's own identifier: docs/spec/content-ids.md. */
    cid: varchar('cid', { length: 100 }).notNull().unique(),
    contentHash: varchar('content_hash', { length: 64 }).notNull(),
    /** SHA-256 of the delivered file, so that it verifies exactly. */
    watermarkedContentHash: varchar('watermarked_content_hash', { length: 64 }),
    /** Files that were delivered before the asset was marked anew; they verify exactly for ever. */
    earlierDeliveries: jsonb('earlier_deliveries').$type<readonly EarlierDelivery[]>().notNull().default([]),
    originalFilename: varchar('original_filename', { length: 500 }),
    mimeType: varchar('mime_type', { length: 100 }).notNull(),
    fileSizeBytes: bigint('file_size_bytes', { mode: 'number' }).notNull(),
    watermarkedSizeBytes: bigint('watermarked_size_bytes', { mode: 'number' }),
    previewSizeBytes: bigint('preview_size_bytes', { mode: 'number' }),
    /** As people see it, orientation applied. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** EXIF orientation as stored, 1..8. */
    orientation: integer('orientation').notNull().default(1),
    ipfsCid: varchar('ipfs_cid', { length: 100 }),
    archiveCid: varchar('archive_cid', { length: 100 }),
    watermarkedCid: varchar('watermarked_cid', { length: 100 }),
    watermarkedStorageUrl: varchar('watermarked_storage_url', { length: 1024 }),
    previewUrl: varchar('preview_url', { length: 1024 }),
    isEncrypted: boolean('is_encrypted').notNull().default(false),
    encryptionKey: bytea('encryption_key'),
    /** Version of the organization's key that wraps `encryption_key`; null unless encrypted. */
    encryptionKeyVersion: integer('encryption_key_version'),
    title: varchar('title', { length: 500 }),
    description: text('description'),
    tags: text('tags').array().notNull().default([]),
    /** The tags as the filter compares them, see `foldText`. */
    tagsFolded: text('tags_folded').array().notNull().default([]),
    searchTerms: tsvector('search_terms').notNull(),
    exifMetadata: jsonb('exif_metadata').$type<MetadataTags>(),
    tiffMetadata: jsonb('tiff_metadata').$type<MetadataTags>(),
    c2paMetadata: jsonb('c2pa_metadata').$type<MetadataTags>(),
    xmpMetadata: jsonb('xmp_metadata').$type<MetadataTags>(),
    iptcMetadata: jsonb('iptc_metadata').$type<MetadataTags>(),
    processingStatus: varchar('processing_status', { length: 50 })
      .$type<ProcessingStatus>()
      .notNull()
      .default('pending'),
    processingError: text('processing_error'),
    processingRequest: jsonb('processing_request').$type<ProcessingRequest>().notNull(),
    /** Of a batch, of an import, or of a program that waits for no answer: what people send is worked on before. */
    inBulk: boolean('in_bulk').notNull().default(false),
    /** SHA-256 of the `Idempotency-Key` with caller and path: the effect of a request and its name are written together. */
    requestKey: varchar('request_key', { length: 64 }),
    /** Which process works on it, and until when it is thought alive, by the clock of the database: docs/spec/data.md#leases. */
    leaseOwner: varchar('lease_owner', { length: 100 }),
    leaseUntil: instant('lease_until'),
    /** Grows with each taking; whoever holds an older number writes nothing any more. */
    leaseNumber: integer('lease_number').notNull().default(0),
    /** The lease under which the delivered file and the preview were written; names the files in the store. */
    filesNumber: integer('files_number').notNull().default(1),
    /** When the files of an earlier number were replaced; null when none of them is left in the store. */
    formerFilesSince: instant('former_files_since'),
    warnings: text('warnings').array().notNull().default([]),
    /** The oldest live asset of the organization with the same bytes. No foreign key: it may be deleted. */
    duplicateOf: uuid('duplicate_of'),
    revokedAt: instant('revoked_at'),
    revokedReason: text('revoked_reason'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
  },
  (table) => [
    oneOf('assets_processing_status_known', table.processingStatus, STATUSES),
    index('assets_organization_created').on(table.organizationId, table.createdAt, table.id),
    index('assets_content_hash').on(table.contentHash),
    index('assets_watermarked_content_hash').on(table.watermarkedContentHash),
    index('assets_earlier_deliveries').using('gin', table.earlierDeliveries.op('jsonb_path_ops')),
    index('assets_created_by').on(table.createdBy),
    // Of ten million rows a handful is unfinished: whoever looks for work every few seconds reads these alone, and of each
    // organization the longest waiting, what came in bulk last.
    index('assets_unfinished')
      .on(table.organizationId, table.inBulk, sql`coalesce(${table.leaseUntil}, ${table.createdAt})`, table.id)
      .where(sql`${table.processingStatus} in ('pending', 'processing')`),
    index('assets_failed').on(table.updatedAt).where(sql`${table.processingStatus} = 'failed'`),
    index('assets_lease').on(table.leaseUntil).where(sql`${table.leaseUntil} is not null`),
    index('assets_request_key').on(table.requestKey),
    index('assets_former_files').on(table.formerFilesSince).where(sql`${table.formerFilesSince} is not null`),
    index('assets_tags').using('gin', table.tagsFolded),
    index('assets_search').using('gin', table.searchTerms),
  ],
);

export const watermarks = pgTable('watermarks', {
  id: id(),
  assetId: uuid('asset_id')
    .notNull()
    .unique()
    .references(() => assets.id, { onDelete: 'cascade' }),
  /** Mean over the embedded tracks. */
  embeddingStrength: doublePrecision('embedding_strength'),
  robustnessScore: doublePrecision('robustness_score'),
  psnrDb: doublePrecision('psnr_db'),
  ssim: doublePrecision('ssim'),
  /** S-CIELAB, dE, mean of the pixels. */
  deltaE: doublePrecision('delta_e'),
  recoveredPayload: bytea('recovered_payload'),
  createdAt: createdAt(),
  updatedAt: instant('updated_at'),
});

/** The tracks that were asked for, one row each: a new track needs no migration. */
export const watermarkTracks = pgTable(
  'watermark_tracks',
  {
    assetId: uuid('asset_id')
      .notNull()
      .references(() => watermarks.assetId, { onDelete: 'cascade' }),
    track: varchar('track', { length: 10 }).$type<TrackId>().notNull(),
    /** 16 bytes as embedded; null where nothing is claimed. */
    payload: bytea('payload'),
    /** Read back from the delivered file. */
    detected: boolean('detected').notNull(),
    /** 0..1; 0 without a payload. */
    strength: doublePrecision('strength').notNull(),
    /** 0..1; of the coded bits that were read back, 0 unless the track was. */
    confidence: doublePrecision('confidence').notNull(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.track] })],
);

/** What was done to an asset, a hash chain for each: docs/spec/provenance.md. */
export const provenance = pgTable(
  'provenance',
  {
    id: id(),
    assetId: uuid('asset_id')
      .notNull()
      .references(() => assets.id, { onDelete: 'cascade' }),
    parentAssetId: uuid('parent_asset_id').references(() => assets.id, { onDelete: 'set null' }),
    relation: varchar('relation', { length: 50 }),
    action: varchar('action', { length: 100 }).notNull(),
    actorId: uuid('actor_id'),
    actorKind: varchar('actor_kind', { length: 50 }).notNull(),
    tool: varchar('tool', { length: 255 }),
    details: jsonb('details').$type<Readonly<Record<string, unknown>>>(),
    prevHash: varchar('prev_hash', { length: 64 }),
    hash: varchar('hash', { length: 64 }).notNull(),
    signature: bytea('signature'),
    /** Version of the organization's key that signed; null until it is signed. */
    signatureKeyVersion: integer('signature_key_version'),
    createdAt: createdAt(),
  },
  (table) => [
    index('provenance_asset').on(table.assetId, table.createdAt),
    index('provenance_parent').on(table.parentAssetId),
    index('provenance_unsigned').on(table.createdAt).where(sql`${table.signature} is null`),
    oneOf('provenance_relation_known', table.relation, ['derived', 'edited', 'copy', 'recipient_copy', 'imported']),
  ],
);

/** A marked copy for one recipient; its id is the payload that names it when it leaks. */
export const recipientCopies = pgTable(
  'recipient_copies',
  {
    id: id(),
    assetId: uuid('asset_id')
      .notNull()
      .references(() => assets.id, { onDelete: 'cascade' }),
    recipient: varchar('recipient', { length: 500 }).notNull(),
    note: text('note'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    cid: varchar('cid', { length: 100 }).notNull(),
    contentHash: varchar('content_hash', { length: 64 }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** What each track read back from the file. */
    tracks: jsonb('tracks').$type<readonly TrackReading[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('recipient_copies_asset').on(table.assetId),
    index('recipient_copies_content_hash').on(table.contentHash),
  ],
);
