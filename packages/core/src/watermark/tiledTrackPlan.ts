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

/** What a track may do to a picture. */
export interface QualityTarget {
  /** Over R, G, B, dB. */
  readonly psnrDb: number;
  readonly ssimMin: number;
}

/** The whole budget of a picture: the project's bars for two tracks are 40.5 dB and 0.98; a little is kept for rounding. */
const PSNR_BUDGET_DB = 40.6;
const SSIM_LOSS_BUDGET = 0.019;
/** A track alone does not take the whole: its bar is 0.985. */
const SSIM_LOSS_MAX = 0.0142;

/**
 * Strength is amplitude, the default strength gives the track's default PSNR, and the share of the budget is the limit:
 *     psnrDb = max(defaultPsnrDb + 20 log10(default / strength), 40.6 + 10 log10(1 / share)).
 * @throws {RangeError} unless strength and share are in (0, 1]
 */
export function qualityTarget(plan: TiledTrackPlan, strength: number, share: number): QualityTarget {
  for (const [name, value] of Object.entries({ strength, share }))
    if (!(value > 0 && value <= 1)) throw new RangeError(`${name}: expected a number in (0, 1], got ${value}`);
  const wanted = plan.defaultPsnrDb + 20 * Math.log10(DEFAULT_STRENGTH[plan.id] / strength);
  return {
    psnrDb: Math.max(wanted, PSNR_BUDGET_DB - 10 * Math.log10(share)),
    ssimMin: 1 - Math.min(SSIM_LOSS_MAX, SSIM_LOSS_BUDGET * share),
  };
}
