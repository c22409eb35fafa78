/**
 * What tells one tile track from another: tracks A and B are two presets (trackA.ts, trackB.ts) of one engine.
 * @module
 */
import type { CarrierParameters } from './carriers/carrierLayout.ts';

export interface TilePreset {
  readonly carriers: CarrierParameters;
  /** Picture pixels per canonical pixel for a picture of this size: the scale at which the tile is repeated. */
  readonly canonicalScale: (width: number, height: number) => number;
  /**
   * Scales to try before any search, in picture pixels per canonical pixel: those of a picture that was changed in
   * any way but its size, or in its size only.
   */
  readonly likelyScales: (width: number, height: number) => readonly number[];
  /** Target PSNR over R, G, B at the default strength, dB. */
  readonly defaultPsnrDb: number;
  /** Whether large pictures are searched in windows at their own scale, before they are searched as a whole. */
  readonly searchesWindows: boolean;
}
