/**
 * What a watermark track is, seen from outside. Tracks A and B implement it in `trackA.ts` and `trackB.ts`.
 * A track adds a luma change to a picture so that the 128 bits of a payload can be read back blindly, that is without
 * the original. The service enciphers the payload before (decisions.md, G3); a track treats it as 16 opaque bytes.
 * @module
 */
import type { Plane, Raster } from '../raster.ts';
import type { Size } from '../registration/homography.ts';
import type { LumaSource, RowSource } from '../signal/rowSource.ts';
import type { Affine } from './affine.ts';
import type { PictureAnalysis } from './pictureAnalysis.ts';

export type TrackId = 'a' | 'b' | 'c';
export const TRACK_IDS = ['a', 'b', 'c'] as const satisfies readonly TrackId[];

/** Bits of a payload; interface.md, "Limits". */
export const PAYLOAD_BITS = 128;
export const PAYLOAD_BYTES = PAYLOAD_BITS / 8;

/** Strengths of interface.md, "Limits"; each on its own track's scale, see `qualityTarget` in `tiledTrackPlan.ts`. */
export const DEFAULT_STRENGTH = { a: 0.3, b: 0.2, c: 0.4 } as const satisfies Record<TrackId, number>;

/** 32 secret bytes from which a track derives carriers, pilots and signs. Each track derives its own, see `trackKey.ts`. */
export type TrackKey = Uint8Array & { readonly brand?: 'track-key' };

export interface EmbedOptions {
  readonly key: TrackKey;
  /** 0..1 on the track's own scale; default `DEFAULT_STRENGTH[id]`. */
  readonly strength?: number;
  /**
   * Share of the picture's quality budget (PSNR 40.6 dB, SSIM 0.981) that this track may use, in (0, 1]; default 1.
   * `embedTracks` divides the budget among its tracks.
   */
  readonly budgetShare?: number;
}

/** The outcome of an embedding: a luma change to add to the picture, or the honest word that there was no room. */
export type Embedding =
  | {
      readonly embedded: true;
      /** Change of luma in units of [0, 255], the size of the picture; apply with `applyDelta`. */
      readonly delta: RowSource;
      /** PSNR over R, G, B (or grey) after rounding and clipping to the picture's depth, dB. */
      readonly psnrDb: number;
      /** Mean SSIM of luma (Wang et al. 2004, 11 x 11 Gaussian, sigma 1.5); of large pictures an estimate, see `ssimEstimate.ts`. */
      readonly ssim: number;
    }
  | { readonly embedded: false; readonly reason: 'too-small' | 'too-flat'; readonly detail: string };

export interface Extraction {
  /** True only if sync was found and the checksum fits. */
  readonly detected: boolean;
  /** 16 bytes if detected, else null. */
  readonly payload: Uint8Array | null;
  /** The decoder's best guess, for bit-error measurements; never to be believed. Null where pilots are too low to be trusted. */
  readonly raw: Uint8Array | null;
  /** Share of coded bits whose soft decision agrees with the re-encoded payload, weighted by reliability, 0..1; 0 if not detected. */
  readonly confidence: number;
  /** Height of the pilots' correlation peak over its noise, in standard deviations. */
  readonly pilotSigma: number;
  /** Soft value of every coded bit (> 0 says 0, any scale) where the pilots rise high enough to be trusted, else null. */
  readonly softBits: Float32Array | null;
  /** How many checksums were compared: a false payload's chance is so many times 2^-32. */
  readonly checksums: number;
  /** The map of the strongest pilots in the whole view, see affine.ts; null if they rose nowhere. */
  readonly map: Affine | null;
}

export interface ExtractOptions {
  readonly key: TrackKey;
  /** What another track already worked out of the same luma; saves time, changes nothing. See `pictureAnalysis.ts`. */
  readonly analysis?: PictureAnalysis;
  /** Another track has given the payload already, so that a dear search is not worth it; default false. */
  readonly isRead?: boolean;
}

export interface WatermarkTrack {
  readonly id: TrackId;
  /**
   * @param picture 8 or 16 bits, any channel count
   * @param payload 16 bytes
   * @throws {RangeError} if the payload is not 16 bytes or the strength is outside (0, 1]
   */
  embed(picture: Raster, payload: Uint8Array, options: EmbedOptions): Embedding;
  /** Blind extraction from luma in [0, 255]. Never throws for a picture's content. */
  extract(luma: LumaSource, options: ExtractOptions): Extraction;
  /**
   * Soft value of every coded bit (> 0 says 0, any scale) in luma that lies as the picture did when it was marked, for asking
   * whether a known payload is there; null where nothing of the track shows. Tile tracks are asked by `softBitsInPlace`.
   * @param marked the size of the picture when it was marked
   */
  bitsInPlace?(luma: Plane, marked: Size, key: TrackKey): Float32Array | null;
}
