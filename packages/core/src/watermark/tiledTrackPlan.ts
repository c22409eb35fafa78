/**
 * What tells one tile track from another.
 * @module
 */
import type { CarrierPlan } from './constellation.ts';
import { DEFAULT_STRENGTH, type TrackId } from './track.ts';

export interface TiledTrackPlan {
  readonly id: TrackId;
  readonly carriers: CarrierPlan;
  /** Picture pixels per canonical pixel for a picture of this size: the scale at which the tile is laid. */
  readonly canonicalScale: (width: number, height: number) => number;
  /**
   * Scales worth a look before any search, in picture pixels per canonical pixel: those of a picture that was changed in
   * any way but its size, or in its size only.
   */
  readonly likelyScales: (width: number, height: number) => readonly number[];
  /** Target PSNR over R, G, B at the default strength, dB. */
  readonly defaultPsnrDb: number;
  /** Whether large pictures are searched in windows at their own scale, before they are searched as a whole. */
  readonly searchesWindows: boolean;
}

/** No strength goes below this: the project's floor for the quality of a marked picture. */
export const PSNR_FLOOR_DB = 40.2;

/**
 * Target PSNR of a strength. Strength is amplitude, the default strength gives the track's default PSNR:
 *     psnrDb = defaultPsnrDb + 20 log10(default / strength), at least PSNR_FLOOR_DB.
 * @throws {RangeError} unless 0 < strength <= 1
 */
export function strengthToPsnrDb(plan: TiledTrackPlan, strength: number): number {
  if (!(strength > 0 && strength <= 1)) throw new RangeError(`strength: expected a number in (0, 1], got ${strength}`);
  return Math.max(PSNR_FLOOR_DB, plan.defaultPsnrDb + 20 * Math.log10(DEFAULT_STRENGTH[plan.id] / strength));
}
