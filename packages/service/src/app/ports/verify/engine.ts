/**
 * Everything that touches pixels: one call is one job of the worker pool, bytes and small values in, bytes and small
 * values out. A full queue throws SERVICE_UNAVAILABLE with `retryAfterS`.
 * @module
 */
import type { AttackOutcome } from '@assay/core/provenance/attackOutcomes';
import type { MarkInRegion } from '@assay/core/watermark/presence/markInRegion';
import type { Registration } from '@assay/core/registration/registration';
import type { ComparisonFacts } from '@assay/core/tamper/comparison';
import type { PresenceFacts } from '@assay/core/watermark/presence/presenceMap';
import type { TrackId } from '@assay/core/watermark/tracks';

export type ImageFormat = 'jpeg' | 'png' | 'tiff' | 'webp';

/** What the bytes say of themselves. Width and height are those people see, EXIF orientation applied. */
export interface ImageFacts {
  readonly format: ImageFormat;
  readonly mimeType: `image/${ImageFormat}`;
  readonly width: number;
  readonly height: number;
  /** EXIF orientation as stored, 1..8; 1 if absent. */
  readonly orientation: number;
  readonly depth: 1 | 8 | 16;
  readonly hasAlpha: boolean;
  readonly colourSpace: string;
  readonly hasIcc: boolean;
  readonly pages: number;
  /** Quality of the JPEG as libjpeg counts it, read from the quantisation tables; null for other formats. */
  readonly jpegQuality: number | null;
}

export interface ContentIds {
  /** SHA-256 of the bytes, 64 lower-case hex characters. */
  readonly sha256: string;
  /** CIDv1 of the bytes as UnixFS, profile unixfs-v1-2025. */
  readonly unixfsCid: string;
}

export interface PictureHash {
  readonly pdq: Uint8Array;
  /** The hashes of the eight dihedral forms; the first is `pdq`. */
  readonly pdqDihedral: readonly Uint8Array[];
  /** 0..100; below 50 the picture is too plain for PDQ to mean much. */
  readonly pdqQuality: number;
}

export interface Embeddings {
  readonly embedding768: Float32Array;
  readonly embedding1024: Float32Array;
  readonly model: string;
}

/** The vectors of one picture, as they are stored. Bits and floats, ready for `@assay/core/fingerprint/similarity`. */
export interface FingerprintVectors extends PictureHash, Embeddings {}

/** Of a picture that its mark names: what it looks like need not be found out. */
export const NOT_EMBEDDED = { embedding768: null, embedding1024: null, model: null } as const;

/** What a picture is looked up by: all vectors, or its hash alone. */
export type LookupVectors = FingerprintVectors | (PictureHash & typeof NOT_EMBEDDED);

/** All that is stored of a picture to find it by. */
export interface StoredFingerprint extends FingerprintVectors {
  readonly local: LocalRecord;
}

/** Local features of a picture as they are stored, for `LocalSearch`. */
export interface LocalRecord {
  /** `@assay/core/search/compactFeatures` */
  readonly features: Uint8Array;
  /** `@assay/core/search/indexRecord` */
  readonly record: Uint8Array;
}

/** Local features of a submitted picture, `@assay/core/search/queryFeatures`, encoded as stored ones are. */
export interface LocalQuery {
  readonly upright: Uint8Array;
  readonly mirrored: Uint8Array;
}

export type MetadataTags = Readonly<Record<string, unknown>>;

export interface ImageMetadata {
  /** Null where the file has none. Binary values as base64; at most 64 KiB each object. */
  readonly exif: MetadataTags | null;
  readonly tiff: MetadataTags | null;
  /** Properties of the XMP packet. */
  readonly xmp: MetadataTags | null;
  /** IPTC-IIM data sets. */
  readonly iptc: MetadataTags | null;
}

export interface TrackFinding {
  readonly track: TrackId;
  readonly detected: boolean;
  /** The asset id that the deciphered payload names, lower case; null if none or not one of ours. */
  readonly assetId: string | null;
  /** 0..1, `Extraction.confidence`. */
  readonly confidence: number;
  readonly pilotZScore: number;
  /** As `assetId`, of an earlier mark that this one was laid over; null if there is none. */
  readonly beneathAssetId: string | null;
}

export interface Examined<Fingerprint extends LookupVectors = StoredFingerprint> {
  readonly facts: ImageFacts;
  readonly ids: ContentIds;
  readonly fingerprint: Fingerprint;
  readonly metadata: ImageMetadata;
  /** Sentences for the caller, for instance "Only the first of 3 pages is used." */
  readonly warnings: readonly string[];
}

/**
 * Of a picture that is looked up and not stored: its fingerprint holds no local record, and no embeddings where a mark was read that may
 * name it; its bytes need no names.
 */
export interface Inspected extends Omit<Examined<LookupVectors>, 'ids'> {
  readonly tracks: readonly TrackFinding[];
  /** Null where no mark was read under one map of the whole picture. */
  readonly presence: MarkPresence | null;
}

/** Where a mark that was read is missing; made without an original. */
export interface MarkPresence {
  readonly facts: PresenceFacts;
  /** 8-bit grey PNG, long side at most 408 px: 0 present or not to be told, 128..255 missing; null unless asked for. */
  readonly mapPng: Uint8Array | null;
}

export interface MarkRequest {
  readonly assetId: string;
  readonly tracks: Readonly<Record<TrackId, boolean>>;
  /** 0..1 each, above 0; default the strengths of the settings. */
  readonly strengths?: Partial<Readonly<Record<TrackId, number>>>;
}

export interface TrackReport {
  readonly track: TrackId;
  readonly strength: number;
  /** 16 bytes as embedded (enciphered); null if the track was skipped or cannot be read back: then nothing is claimed. */
  readonly payload: Uint8Array | null;
  /** Decoded again from the delivered file (verify after write). */
  readonly detected: boolean;
  /** Asset id read back from the delivered file. */
  readonly recoveredAssetId: string | null;
  /** 0..1, `Extraction.confidence` of that reading; 0 unless it was detected. */
  readonly confidence: number;
}

/** What was found out about a delivered file behind its upload. */
export interface Trial {
  readonly outcomes: readonly AttackOutcome[];
  /**
   * S-CIELAB of the delivered picture beside the original, dE, mean of the pixels. Null without an original of the same size.
   */
  readonly deltaE: number | null;
}

export interface Marked {
  /** The delivered file: source's format, dimensions, alpha, ICC, EXIF. Null when no track can be read back from it. */
  readonly delivered: { readonly bytes: Uint8Array; readonly ids: ContentIds } | null;
  /** WebP, long side at most 512 px, no metadata. */
  readonly preview: Uint8Array;
  readonly tracks: readonly TrackReport[];
  /** Of the delivered file's pixels against the original's; null when nothing is delivered. */
  readonly psnrDb: number | null;
  readonly ssim: number | null;
  readonly warnings: readonly string[];
}

export interface CompareRequest {
  readonly query: Uint8Array;
  readonly reference: Uint8Array;
  /** Long side of the tamper map, px; null for no map. The evidence is computed either way. */
  readonly mapSideMax: number | null;
  /** The map in so many cells a side, each of five levels; default: as fine as it is. For strangers to the asset. */
  readonly mapCells?: number;
  /**
   * Whether a mark names the stored picture or local features found it: then a reflected copy is looked for, and a small part by finer
   * features; default true, which costs time.
   */
  readonly isLikely?: boolean;
  /** Whose stored picture the reference is, in a verification; else no mark is looked for, nor what tells another shot of the scene. */
  readonly asset?: {
    readonly id: string;
    /** It was delivered with a mark. */
    readonly isMarked: boolean;
    /** A track read its mark blindly: then it is looked for in changed regions only, and this is no other shot. */
    readonly isMarkRead: boolean;
  };
}

/** Registration of a query to a stored picture and what differs; null registration = not the same picture. */
export interface Compared {
  readonly registration: Registration | null;
  /** Keypoints of the picture of the two that has fewer, where they could not be registered; null where they were. */
  readonly keypoints: number | null;
  /** What differs where the two overlap, `Comparison` without its map; null exactly when not registered. */
  readonly difference: ComparisonFacts | null;
  /**
   * z-score of the mark of `asset`: how far the query agrees with it, in standard deviations of what chance gives; null unless asked for
   * and registered. From `KNOWN_PAYLOAD_Z_MIN` on the query is consistent with that asset: no payload was read.
   */
  readonly payloadZScore: number | null;
  /** What the changed regions hold of that mark; null unless asked for, or where nothing changed or the mark stands out nowhere. */
  readonly markInRegion: MarkInRegion | null;
  /** 8-bit grey PNG; null unless asked for and registered. */
  readonly mapPng: Uint8Array | null;
  /** Plain data for `metadata.modifications`. */
  readonly modifications: readonly Readonly<Record<string, unknown>>[];
}

/** A picture for documents. */
export interface RenderedPicture {
  /** Upright, sRGB, on white, without metadata. */
  readonly jpeg: Uint8Array;
  /** Of the picture itself as people see it, px. */
  readonly width: number;
  readonly height: number;
}

export interface Engine {
  /**
   * Looks at the container only, at once: before anything is done with the bytes.
   * @throws {AppError} INVALID_FILE_TYPE or FILE_TOO_LARGE (bytes) for what no job takes
   */
  assertStructure(bytes: Uint8Array): void;
  /**
   * Sniffs, bounds and fully decodes a picture.
   * @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE (bytes or pixels), SERVICE_UNAVAILABLE
   */
  examine(bytes: Uint8Array): Promise<Examined>;
  /**
   * `examine` and the blind extraction of every track, in one decode.
   * @param isDrawn whether the mark's presence is wanted as a picture too; default true
   */
  inspect(bytes: Uint8Array, isDrawn?: boolean): Promise<Inspected>;
  /** Of a picture that `inspect` has accepted and not embedded. */
  embed(bytes: Uint8Array): Promise<Embeddings>;
  /** Of a picture that `inspect` has accepted; asked for where neither a mark nor the nearest picture explains it. */
  localQuery(bytes: Uint8Array): Promise<LocalQuery>;
  mark(bytes: Uint8Array, request: MarkRequest): Promise<Marked>;
  /**
   * How the marks of a delivered file look, and what becomes of them under a fixed set of attacks, each followed by a blind extraction:
   * as much work as a dozen verifications.
   * @param original null leaves open how they look
   */
  attack(delivered: Uint8Array, original: Uint8Array | null, assetId: string): Promise<Trial>;
  compare(request: CompareRequest): Promise<Compared>;
  /** Of a file that is known to hold a picture: no pixel is decoded. Never fails for what the file says. */
  readMetadata(bytes: Uint8Array): Promise<ImageMetadata>;
  /** The tamper map of a picture of this size in which nothing was changed. @param sideMax long side, px */
  emptyMap(picture: Pick<ImageFacts, 'width' | 'height'>, sideMax: number): Promise<Uint8Array>;
  /** A map of `compare` as strangers are told it, in so many cells a side. */
  coarseMap(map: Uint8Array, cells: number): Promise<Uint8Array>;
  /** Of a file that is known to hold a picture. @param sideMax long side of the JPEG, px */
  picture(bytes: Uint8Array, sideMax: number): Promise<RenderedPicture>;
  /** The preview that `mark` made of these bytes, by the same code: WebP, long side at most 512 px, no metadata. */
  preview(bytes: Uint8Array): Promise<Uint8Array>;
  /** For /health: are the workers there and able to answer? */
  healthy(): Promise<boolean>;
  close(): Promise<void>;
}
