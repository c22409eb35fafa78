/**
 * What goes over the wire, field names as there (snake_case). Timestamps are ISO 8601 strings, identifiers UUIDs.
 * Fields marked "additive" are not part of the first contract; a server may leave them out.
 * @module
 */

export type Verdict = 'authentic' | 'forged' | 'unknown';
export type Tier = 'free' | 'pro' | 'enterprise';
export type ProcessingStatus = 'pending' | 'processing' | 'completed' | 'failed';
export type DownloadVariant = 'original' | 'watermarked' | 'preview';

export interface Health {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  readonly version: string;
  readonly timestamp: string;
  readonly checks: Readonly<Record<string, 'healthy' | 'unhealthy' | 'disabled'>>;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly full_name: string | null;
  readonly tier: Tier;
  readonly created_at: string;
}

/** Answer of `GET /auth/me`. */
export interface Me extends User {
  readonly is_verified: boolean;
  readonly updated_at: string | null;
  readonly last_login_at: string | null;
  /** The personal organization, used when a request names none. */
  readonly organization_id?: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  /** Seconds until the access token expires. */
  readonly expires_in: number;
}

export interface RefreshedTokens {
  readonly access_token: string;
  /** Present when the server rotated the refresh token; the old one then soon stops working. */
  readonly refresh_token?: string;
  readonly token_type: string;
  readonly expires_in: number;
}

export interface Asset {
  readonly id: string;
  readonly organization_id: string;
  readonly cid: string;
  /** SHA-256 of the uploaded bytes, hex. */
  readonly content_hash: string;
  readonly title: string | null;
  readonly mime_type: string;
  readonly file_size_bytes: number;
  readonly width: number;
  readonly height: number;
  readonly ipfs_cid: string | null;
  readonly watermarked_cid: string | null;
  readonly processing_status: ProcessingStatus;
  readonly created_at: string;
  // Additive from here on.
  readonly description?: string | null;
  readonly tags?: readonly string[];
  readonly original_filename?: string | null;
  readonly preview_url?: string | null;
  readonly watermarked_storage_url?: string | null;
  readonly watermarked_content_hash?: string | null;
  readonly is_encrypted?: boolean;
  readonly exif_metadata?: Readonly<Record<string, unknown>> | null;
  readonly tiff_metadata?: Readonly<Record<string, unknown>> | null;
  readonly c2pa_metadata?: Readonly<Record<string, unknown>> | null;
  readonly processing_error?: string | null;
  readonly updated_at?: string | null;
  readonly created_by?: string;
  readonly duplicate_of?: string | null;
  readonly warnings?: readonly string[];
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  readonly pages: number;
}

export interface WatermarkResult {
  readonly track_a_detected: boolean;
  readonly track_b_detected: boolean;
  readonly track_c_detected: boolean;
  /** Base64 of the 16 bytes that the tracks carry; null if none was read. */
  readonly payload: string | null;
}

export interface FingerprintMatch {
  readonly asset_id: string;
  /** 0..1. */
  readonly similarity: number;
  /** 1 - similarity. */
  readonly distance: number;
}

export interface FingerprintResult {
  /** 0..1, of the nearest registered picture; 0 if there is none. */
  readonly similarity_score: number;
  readonly match_count: number;
  readonly top_matches: readonly FingerprintMatch[];
}

export interface BlockchainResult {
  readonly commitment_found: boolean;
  readonly signature_valid: boolean;
  readonly on_chain: boolean;
  readonly tx_hash: string | null;
}

/** A box in pixels of the submitted picture. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface TamperRegion extends Region {
  /** 0..1: how certain the change is. */
  readonly score: number;
}

/** `type` is crop, resize, recompress, color, local_edit, metadata_removed, metadata_changed, or a later one. */
export interface Modification {
  readonly type: string;
  readonly severity?: string;
  /** Members that depend on the type: `field`, `original`, `current`, `region`, ... */
  readonly [member: string]: unknown;
}

/** One piece of evidence in words. */
export interface EvidenceLine {
  /** exact_file, watermark, fingerprint, comparison, ledger, content_credentials, metadata, or a later one. */
  readonly kind: string;
  readonly state: 'for' | 'against' | 'neutral' | 'absent';
  readonly statement: string;
  readonly asset_id: string | null;
}

export interface MetadataResult {
  readonly exif_intact: boolean;
  readonly modifications: readonly Modification[];
}

export interface VerificationResult {
  readonly is_authentic: boolean;
  /** 0..1, of the verdict that was given. */
  readonly confidence: number;
  readonly watermark: WatermarkResult;
  readonly fingerprint: FingerprintResult;
  readonly blockchain: BlockchainResult;
  readonly metadata: MetadataResult;
  /** PNG in base64, 8-bit grey, 0 = same .. 255 = certain edit; null unless asked for and an original was found. */
  readonly tamper_map: string | null;
  readonly verdict: Verdict;
  readonly details: string;
  // Additive from here on.
  /** Null only for a picture of a batch that could not be judged. */
  readonly verification_id?: string | null;
  readonly verified_at?: string;
  readonly processing_time_ms?: number;
  readonly model_version?: string;
  /** SHA-256 of the submitted bytes, hex. */
  readonly source_image_hash?: string | null;
  readonly tamper_regions?: readonly TamperRegion[];
  readonly tamper_score?: number;
  readonly evidence?: readonly EvidenceLine[];
  /** The registered asset that the verdict is about. */
  readonly asset_id?: string | null;
  readonly revoked?: boolean;
}

/** One picture of a batch; a failed one has verdict `unknown` and says why in `error`. */
export interface BatchItem extends VerificationResult {
  readonly index?: number;
  readonly filename?: string | null;
  readonly error?: { readonly error_code: string; readonly detail: string } | null;
}

export interface BatchResult {
  readonly results: readonly BatchItem[];
  readonly total: number;
  readonly successful: number;
  readonly failed: number;
  readonly processing_time_ms: number;
}

export interface HistoryItem {
  readonly id: string;
  readonly verified_at: string;
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly asset_id: string | null;
  readonly matched_asset: {
    readonly id: string;
    readonly title: string | null;
    readonly cid: string;
    readonly preview_url?: string | null;
  } | null;
}

export interface FieldError {
  readonly field: string;
  readonly location: string;
  readonly code: string;
  readonly message: string;
}

export interface ErrorBody {
  readonly detail: string;
  readonly error_code: string;
  readonly timestamp: string;
  readonly request_id?: string;
  readonly errors?: readonly FieldError[];
}
