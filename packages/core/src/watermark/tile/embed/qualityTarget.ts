/**
 * How much a track may change a picture.
 * @module
 */
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

/** One point of a track's scale: at this strength its mark has this PSNR over R, G, B, dB. */
export interface StrengthScale {
  readonly strength: number;
  readonly psnrDb: number;
}

/**
 * Strength is amplitude, and the share of the budget is the limit:
 *     psnrDb = max(usual.psnrDb + 20 log10(usual.strength / strength), 40.6 + 10 log10(1 / share)).
 * @throws {RangeError} unless strength and share are in (0, 1]
 */
export function qualityTarget(usual: StrengthScale, strength: number, share: number): QualityTarget {
  for (const [name, value] of Object.entries({ strength, share }))
    if (!(value > 0 && value <= 1)) throw new RangeError(`${name}: expected a number in (0, 1], got ${value}`);
  const wanted = usual.psnrDb + 20 * Math.log10(usual.strength / strength);
  return {
    psnrDb: Math.max(wanted, PSNR_BUDGET_DB - 10 * Math.log10(share)),
    ssimMin: 1 - Math.min(SSIM_LOSS_MAX, SSIM_LOSS_BUDGET * share),
  };
}
