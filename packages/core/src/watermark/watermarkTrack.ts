/**
 * What a watermark track is, seen from outside. Tracks A and B (`tile/trackA.ts`, `tile/trackB.ts`) are presets of one
 * engine, track C (`neural/trackC.ts`) is a network. A track adds a luma change to a picture so that the 128 bits of a
 * payload can be read back blindly, that is without the original. The payload comes enciphered (payloadCipher.ts): whoever
 * holds no key must not read an asset's name. To a track it is 16 opaque bytes.
 * @module
 */
import type { Plane, Raster, Size } from '../raster.ts';
import type { LumaSource } from '../signal/rowSource.ts';
import type { Affine } from './affine.ts';
import type { Embedding, EmbedOptions } from './embedding.ts';
import type { CarrierLayout } from './tile/carriers/carrierLayout.ts';
import type { EmbeddableTile } from './tile/embed/jointTileEmbedding.ts';
import type { PictureAnalysis } from './tile/spectrum/pictureAnalysis.ts';
import type { PictureSpectrum } from './tile/spectrum/pictureSpectrum.ts';
import type { TrackKey } from './trackKey.ts';

export interface Extraction {
  /** True only if sync was found and the checksum fits. */
  readonly detected: boolean;
  /** 16 bytes if detected, else null. */
  readonly payload: Uint8Array | null;
  /**
   * The decoder's best guess, for bit-error measurements; never to be believed. Null where pilots are too low to be
   * trusted.
   */
  readonly raw: Uint8Array | null;
  /**
   * Share of coded bits whose soft decision agrees with the re-encoded payload, weighted by reliability, 0..1; 0 if not
   * detected.
   */
  readonly confidence: number;
  /** Z-score of the pilots' correlation peak: its height over the mean of its noise, in standard deviations. */
  readonly pilotZScore: number;
  /** Soft value of every coded bit (> 0 says 0, any scale) where the pilots rise high enough to be trusted, else null. */
  readonly softBits: Float32Array | null;
  /** How many checksums were compared, less where more than a checksum had to fit: a false payload's chance is so many times 2^-32. */
  readonly checksums: number;
  /** What the track shows if the picture is in its own frame; worked out when it is asked. Not where the track was read. */
  readonly inOwnFrame?: () => FrameReading | null;
  /** Pose of the tile in the whole view, by its strongest pilots, see affine.ts; null if they rose nowhere. */
  readonly pose: Affine | null;
  /** Where the mark surely lies, though it could not be read; by it other tracks are synchronised (latticeSynchronisation.ts). */
  readonly lattices?: () => readonly LatticeReading[];
}

/** What a track shows in a view of the picture whose symbols are there beyond doubt. */
export interface LatticeReading {
  /** From samples of the track's canvas to picture pixels: one sample as a canonical pixel, one picture pixel as a view pixel. */
  readonly pose: Affine;
  /** Where its pilots agree best. */
  readonly readings: readonly SoftReading[];
}

export interface SoftReading {
  readonly pilotZScore: number;
  /** Soft value of every coded bit, > 0 says 0, any scale. */
  readonly softBits: Float32Array;
}

/**
 * What a track shows in a picture's own frame, whole and upright as it was marked: then its tile begins at one of the key's
 * origins (tileOrigin.ts).
 */
export interface FrameReading {
  /** Of the pilots at each origin; on a picture without the mark each has mean 0 and variance 1. */
  readonly pilotZScores: Float64Array;
  /** By how much the z-score of the payload (knownPayloadDetection.ts) exceeds that of the pilots: more is sent by its bits. */
  readonly payloadPerPilots: number;
  /** Z-score that the payload usually has in this track where only all together can be decoded. */
  readonly usualPayloadZScore: number;
  /** Pose of the tile in the whole view; null if it was looked at elsewhere, or the track has none. */
  readonly pose: Affine | null;
  /** Soft value of every coded bit, > 0 says 0, any scale, if the tile begins at the origin of this index. */
  softBitsAt(index: number): Float32Array;
}

/** What is said of a picture in which nothing was found. */
export const NOTHING_EXTRACTED: Extraction = {
  detected: false,
  payload: null,
  raw: null,
  confidence: 0,
  pilotZScore: 0,
  softBits: null,
  checksums: 0,
  pose: null,
};

export interface ExtractOptions {
  readonly key: TrackKey;
  /** What another track already worked out of the same luma; saves time, changes nothing. See `pictureAnalysis.ts`. */
  readonly analysis?: PictureAnalysis;
  /** Another track has given the payload already, so that a costly search is not worth it; default false. */
  readonly isRead?: boolean;
}

/** What the table of tracks (tracks.ts) says of a track; a track takes it from there. */
export interface TrackIdentity {
  /** One lower-case letter: names its key, its rows and its fields of the API. */
  readonly id: string;
  /** Amplitude in (0, 1] where nobody names one; each track has a scale of its own, on which this is the usual point. */
  readonly defaultStrength: number;
}

/** Luma that is aligned to a picture as it was marked, at any size; the rest is worked out once, for who asks first. */
export interface AlignedPicture {
  readonly luma: Plane;
  readonly whitened: () => Plane;
  /** Of the whitened luma. */
  readonly spectrum: () => PictureSpectrum;
}

/**
 * Soft value of every coded bit (> 0 says 0, any scale) if the picture carries this payload, which says where its tiles begin;
 * null where nothing of the track shows. The payload's bits have no part in it.
 */
export type AlignedBits = (payload: Uint8Array) => Float32Array | null;

/** The Fourier carriers of a mark that is one tile, repeated over the picture. */
export interface TileCarriers {
  layoutOf(key: TrackKey): CarrierLayout;
  /** Scales to try before any search, in picture pixels per canonical pixel, the likeliest first. */
  likelyScales(width: number, height: number): readonly number[];
}

/** Picture pixels per sample of the canvas on which a picture of this size is marked. */
export type CanvasScale = (marked: Size) => number;

/** Every track embeds and extracts; the optional members are what it can do beside that, and is then asked for. */
export interface WatermarkTrack extends TrackIdentity {
  /**
   * @param picture 8 or 16 bits, any channel count
   * @param payload 16 bytes
   * @throws {RangeError} if the payload is not 16 bytes or the strength is outside (0, 1]
   */
  embed(picture: Raster, payload: Uint8Array, options: EmbedOptions): Embedding;
  /** Blind extraction from luma in [0, 255]. Never throws for a picture's content. */
  extract(luma: LumaSource, options: ExtractOptions): Extraction;
  /** It can be embedded as one mark with others of its kind, each knowing the others: jointTileEmbedding.ts. */
  readonly tile?: EmbeddableTile;
  /** Its change may be made somewhat smaller and is read all the same; default false, as of one that counts in levels. */
  readonly isScalable?: boolean;
  /** Of a track that tells a `LatticeReading`. */
  readonly canvasScale?: CanvasScale;
  /**
   * Its mark can be read under a pose that is known: so other tracks synchronise it (crossTrackSynchronisation.ts), bent
   * pictures are rectified by it (nonrigidExtraction.ts), and the presence map tells where it is missing.
   */
  readonly carriers?: TileCarriers;
  /**
   * For asking whether a known payload is there (knownPayloadDetection.ts); null where nothing of the track shows.
   * @param marked the size of the picture when it was marked
   */
  alignedSoftBits?(picture: AlignedPicture, marked: Size, key: TrackKey): AlignedBits | null;
  /**
   * The payload of an earlier mark of the same key, which the one that was read was laid over (markBeneath.ts); null if there is none,
   * or where the picture was changed in size or frame in between.
   */
  payloadBeneath?(analysis: PictureAnalysis, read: Extraction, key: TrackKey): Uint8Array | null;
}

/** A track with the key that it is read or written with. */
export interface KeyedTrack {
  readonly track: WatermarkTrack;
  readonly key: TrackKey;
}
