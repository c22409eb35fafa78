/** Assets, their watermark and fingerprint records. @module */
import type { ProcessingRequest } from './processingRequest.ts';
import type { TrackId } from '@assay/core/watermark/tracks';
import type { DeliveredManifest } from '../credentials/credentials.ts';
import type { WrappedAssetKey } from '../content/encryption.ts';
import type { FingerprintVectors, LookupVectors, MetadataTags, StoredFingerprint } from '../verify/engine.ts';
import type { OutboxEvent } from '../delivery/events.ts';
import type { Lease, LeaseRequest } from '../runtime/leases.ts';
import type { NewTrace } from './provenance.ts';

export type ProcessingStatus = 'pending' | 'processing' | 'completed' | 'failed';
export const PROCESSING_STATUSES = [
  'pending',
  'processing',
  'completed',
  'failed',
] as const satisfies readonly ProcessingStatus[];

/** Which status may follow which; the only place that says so in code. Drawn in docs/spec/data.md#asset-states. */
export const STATUS_NEXT = {
  pending: ['processing', 'failed'],
  processing: ['completed', 'failed', 'pending'],
  completed: [],
  failed: ['processing'],
} as const satisfies Record<ProcessingStatus, readonly ProcessingStatus[]>;

/** One track of a delivered picture: what was embedded, and what was read back from the file. */
export interface WatermarkTrackRecord {
  readonly track: TrackId;
  /** 16 bytes as embedded (enciphered); null if the track found no room or cannot be read back: then nothing is claimed. */
  readonly payload: Uint8Array | null;
  readonly detected: boolean;
  /** 0..1; 0 exactly without a payload. */
  readonly strength: number;
  /** 0..1: how many of its coded bits agreed when it was read back; 0 unless it was. */
  readonly confidence: number;
}

export interface WatermarkSummary {
  /** Those that were asked for. */
  readonly tracks: readonly Omit<WatermarkTrackRecord, 'payload'>[];
  readonly robustnessScore: number | null;
  readonly psnrDb: number | null;
  readonly ssim: number | null;
  /** S-CIELAB, dE, mean of the pixels; measured behind the upload, with the robustness score. */
  readonly deltaE: number | null;
  /** When the delivered file was made. */
  readonly createdAt: Date;
}

/** A file that was delivered before the asset was marked anew. */
export interface EarlierDelivery {
  /** SHA-256, hex. */
  readonly contentHash: string;
  /** What its tracks read when it was made. */
  readonly tracks: readonly Pick<WatermarkTrackRecord, 'track' | 'detected' | 'confidence'>[];
  /** ISO 8601. */
  readonly replacedAt: string;
}

export interface Asset {
  readonly id: string;
  readonly organizationId: string;
  readonly createdBy: string;
  readonly cid: string;
  readonly contentHash: string;
  readonly watermarkedContentHash: string | null;
  /** The newest last. */
  readonly earlierDeliveries: readonly EarlierDelivery[];
  readonly originalFilename: string | null;
  readonly mimeType: string;
  readonly fileSizeBytes: number;
  readonly watermarkedSizeBytes: number | null;
  readonly previewSizeBytes: number | null;
  /** Names delivered file and preview in the store, see `fencedVariant`. */
  readonly filesNumber: number;
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
  readonly ipfsCid: string | null;
  readonly archiveCid: string | null;
  readonly watermarkedCid: string | null;
  readonly isEncrypted: boolean;
  readonly title: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly exifMetadata: MetadataTags | null;
  readonly tiffMetadata: MetadataTags | null;
  readonly c2paMetadata: MetadataTags | null;
  readonly xmpMetadata: MetadataTags | null;
  readonly iptcMetadata: MetadataTags | null;
  readonly processingStatus: ProcessingStatus;
  readonly processingError: string | null;
  readonly warnings: readonly string[];
  readonly duplicateOf: string | null;
  readonly revokedAt: Date | null;
  readonly revokedReason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
  readonly watermark: WatermarkSummary | null;
}

export type NewAsset = Omit<
  Asset,
  | 'watermark'
  | 'updatedAt'
  | 'processingStatus'
  | 'processingError'
  | 'watermarkedContentHash'
  | 'earlierDeliveries'
  | 'watermarkedCid'
  | 'watermarkedSizeBytes'
  | 'previewSizeBytes'
  | 'filesNumber'
  | 'archiveCid'
  | 'revokedAt'
  | 'revokedReason'
  | 'duplicateOf'
> & {
  readonly request: ProcessingRequest;
  /** Of the request that asks for it; default none. */
  readonly requestKey?: string | null;
  /** Whoever looks for work takes it after what people sent; default false. */
  readonly inBulk?: boolean;
  /** The key of its files; null exactly when `isEncrypted` is false. */
  readonly encryption: WrappedAssetKey | null;
};

export interface WatermarkRecord {
  /** Those that were asked for. */
  readonly tracks: readonly WatermarkTrackRecord[];
  readonly robustnessScore: number | null;
  readonly recoveredPayload: Uint8Array | null;
  readonly psnrDb: number | null;
  readonly ssim: number | null;
  /** S-CIELAB, dE, mean of the pixels; measured behind the upload, with the robustness score. */
  readonly deltaE: number | null;
}

/** The stored fingerprint, as its owner may read it. */
export interface FingerprintSummary {
  /** 64 lower-case hex characters. */
  readonly pdqHash: string;
  /** Sign bits of the two vectors under fixed random hyperplanes, hex. */
  readonly embedding768Hash: string;
  readonly embedding1024Hash: string;
  readonly model: string;
  readonly similarityThreshold: number;
  readonly createdAt: Date;
}

/** The result of the processing: all of it is written, with the event, in one transaction, or none. */
export interface Completion {
  readonly watermarkedCid: string | null;
  readonly watermarkedContentHash: string | null;
  readonly watermarkedSizeBytes: number | null;
  readonly previewSizeBytes: number;
  readonly warnings: readonly string[];
  /** Null when every track was off. */
  readonly watermark: WatermarkRecord | null;
  readonly fingerprint: StoredFingerprint;
  /** Of the delivered file; null when it was not signed. */
  readonly manifest: DeliveredManifest | null;
  readonly at: Date;
}

export interface AssetPatch {
  readonly title?: string | null;
  readonly description?: string | null;
  readonly tags?: readonly string[];
}

export const ASSET_ORDERS = [
  'created_at',
  'updated_at',
  'title',
  'file_size_bytes',
  'width',
  'height',
  'processing_status',
  'original_filename',
] as const;
export type AssetOrder = (typeof ASSET_ORDERS)[number];

/** Looks at a thing while nobody else can change it, and throws if the change must not be made; nothing is written then. */
export type Precondition<Thing> = (thing: Thing) => void;

export interface PageRequest {
  /** 1-based. */
  readonly page: number;
  /** 1..100. */
  readonly pageSize: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export interface AssetFilter {
  /** All must be present, compared case-insensitively. */
  readonly tags?: readonly string[];
  readonly status?: ProcessingStatus;
  readonly mimeType?: string;
  readonly createdFrom?: Date;
  readonly createdTo?: Date;
}

export interface AssetListQuery extends PageRequest, AssetFilter {
  readonly order: AssetOrder;
  readonly sort: 'asc' | 'desc';
}

export interface AssetSearchQuery extends PageRequest, AssetFilter {
  /**
   * 1..200 characters: words and prefixes of title, description, tags, file name; or an exact id, cid, content hash.
   */
  readonly q: string;
  /** Default: by rank, then newest. */
  readonly order?: AssetOrder;
  readonly sort?: 'asc' | 'desc';
}

export type HighlightField =
  | 'title'
  | 'description'
  | 'tags'
  | 'original_filename'
  | 'id'
  | 'cid'
  | 'ipfs_cid'
  | 'watermarked_cid'
  | 'content_hash'
  | 'watermarked_content_hash';

/** Where a search met an asset. */
export interface Highlight {
  readonly field: HighlightField;
  /** Which tag; null for the other fields. */
  readonly index: number | null;
  /** In code points of that text. */
  readonly start: number;
  readonly length: number;
}

export interface FoundAsset extends Asset {
  /** By field, then by place; a few dozen at most. */
  readonly highlights: readonly Highlight[];
}

/** Which assets a verification may see: public ones and those of the caller's organizations. */
export interface VerificationScope {
  readonly organizationIds: readonly string[];
  /** Leaves out the public ones. */
  readonly ownOnly?: true;
}

export interface FingerprintCandidate {
  readonly assetId: string;
  readonly pdq: Uint8Array;
  readonly embedding768: Float32Array;
  readonly embedding1024: Float32Array;
  readonly model: string;
}

/** The right to write down the result of working on an asset: docs/spec/data.md#leases. */
export interface AssetLease extends Lease {
  readonly assetId: string;
}

/** An asset to work on, with what the work needs. */
export interface HeldAsset {
  readonly asset: Asset;
  readonly request: ProcessingRequest;
  readonly lease: AssetLease;
}

/** Of an asset whose row was removed since its upload had failed long ago. */
export interface PurgedUpload {
  readonly id: string;
  readonly organizationId: string;
}

export interface Assets {
  /**
   * Inserts the row as `processing` with a lease, counting the upload against the quota, in one transaction.
   * Sets `duplicateOf` to the oldest live asset of the same organization with the same content hash, and returns the row.
   */
  begin(asset: NewAsset, lease: LeaseRequest, traces?: readonly NewTrace[]): Promise<HeldAsset>;
  /**
   * From `failed` to `processing` with a lease, counting the upload again; null if there is none.
   * @throws {AppError} CONFLICT unless it is `failed`, QUOTA_EXCEEDED
   */
  restart(
    organizationId: string,
    id: string,
    lease: LeaseRequest,
    at: Date,
    traces: readonly NewTrace[],
  ): Promise<HeldAsset | null>;
  /** False: it ended, and another process may work on the asset. */
  renew(lease: AssetLease, ms: number): Promise<boolean>;
  /**
   * Back to `pending`: nobody works on it, and whoever looks takes it, after so long at the earliest. Who lost the lease and lives
   * did not die of it.
   * @param afterMs default 0
   */
  release(lease: AssetLease, afterMs?: number): Promise<void>;
  /** The same for all that a process holds. */
  releaseAll(owner: string): Promise<void>;
  /**
   * @throws {AppError} ASSET_NOT_FOUND if it was deleted meanwhile, CONFLICT unless it is `processing` under this very lease,
   *   QUOTA_EXCEEDED if the delivered file and the preview do not fit in the storage
   */
  complete(
    lease: AssetLease,
    completion: Completion,
    events: readonly OutboxEvent[],
    traces?: readonly NewTrace[],
  ): Promise<Asset>;
  /** Marks it `failed` with a short public text, gives the quota unit back. False, and nothing happens, if it was deleted or the lease is lost. */
  fail(lease: AssetLease, publicError: string, at: Date, events: readonly OutboxEvent[]): Promise<boolean>;
  /** Undoes `begin` completely: for input that proved bad before anything was kept. False, and nothing happens, if the lease is lost. */
  discard(lease: AssetLease): Promise<boolean>;

  /** What a request with this key made since then. */
  findByRequest(requestKey: string, since: Date): Promise<Asset | null>;
  /** Whether these bytes are being made an asset, or wait for it, also since the process died that had begun. */
  isBeingMade(organizationId: string, sha256: string): Promise<boolean>;
  find(organizationId: string, id: string): Promise<Asset | null>;
  /** Whatever the organization: for signed links and for the evidence of a verification. */
  findAny(id: string): Promise<Asset | null>;
  fingerprint(id: string): Promise<FingerprintSummary | null>;
  list(organizationId: string, query: AssetListQuery): Promise<Page<Asset>>;
  search(organizationId: string, query: AssetSearchQuery): Promise<Page<FoundAsset>>;
  patch(
    organizationId: string,
    id: string,
    patch: AssetPatch,
    at: Date,
    events: readonly OutboxEvent[],
    check?: Precondition<Asset>,
  ): Promise<Asset | null>;
  /**
   * Withdraws it, or restores it (`reason` null). Null if there is none.
   * @throws {AppError} CONFLICT if it is so already; nothing is written then
   */
  setRevocation(
    organizationId: string,
    id: string,
    reason: string | null,
    at: Date,
    events: readonly OutboxEvent[],
    traces: readonly NewTrace[],
    check?: Precondition<Asset>,
  ): Promise<Asset | null>;
  /** Removes row, watermark, fingerprint, commitments, matches, provenance. False if there was none. */
  remove(
    organizationId: string,
    id: string,
    events: readonly OutboxEvent[],
    check?: Precondition<Asset>,
  ): Promise<boolean>;

  /** The vectors as stored; of a turned or mirrored form PDQ knows only the first. */
  fingerprintVectors(id: string): Promise<FingerprintVectors | null>;
  /** Live, completed assets of which a file has this SHA-256, recipient copies and what was delivered before too; the oldest first. */
  findByContent(sha256: string, scope: VerificationScope): Promise<readonly Asset[]>;
  findLive(id: string, scope: VerificationScope): Promise<Asset | null>;
  /** As `findLive`, of many at once; in any order. */
  findLiveOf(ids: readonly string[], scope: VerificationScope): Promise<readonly Asset[]>;
  /**
   * Nearest stored fingerprints by each of the two embeddings (cosine), where there are any, and PDQ (Hamming over the eight forms), merged,
   * without duplicates.
   */
  nearest(
    fingerprint: LookupVectors,
    limitEach: number,
    scope: VerificationScope,
  ): Promise<readonly FingerprintCandidate[]>;

  /**
   * Assets in `pending` or `processing` that nobody works on, of organizations in turns; takes a new lease on each. Another process that
   * held one and did not let go of it has died, which is counted.
   */
  takeStranded(lease: LeaseRequest, limit: number): Promise<readonly HeldAsset[]>;
  /** Ends every lease. Only for a database that no other process can use. */
  endLeases(): Promise<void>;
  /** Adds to how many processes died over an unfinished asset, and tells how many that are now. */
  countAttempt(id: string, change: 1 | -1): Promise<number>;
  /** Removes rows of uploads that failed before then, with an entry in the audit log for each. */
  purgeFailed(before: Date, at: Date, limit: number): Promise<readonly PurgedUpload[]>;
  /** Of the given ids, those that failed before then: their originals are kept no longer. */
  failedBefore(ids: readonly string[], before: Date): Promise<ReadonlySet<string>>;
  /** Of the given ids, those that have a row: for the sweep of orphaned files. */
  existing(ids: readonly string[]): Promise<ReadonlySet<string>>;
}
