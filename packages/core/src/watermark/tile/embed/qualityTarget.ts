/**
 * How much a track may change a picture.
 * @module
 */
export interface QualityTarget {
  /** Over R, G, B, dB. */
  readonly psnrDb: number;
  readonly ssimMin: number;
}

/**
 * The whole budget of a picture for two tracks, dB. A bit's energy is the budget times its share of the pixels, so a large
 * picture needs less: 1.5 dB for ten times the pixels, as far as cut-outs and bent copies of photos of 768 pixels allow. The
 * least is the project's bar of 40.5 dB and a little for rounding.
 */
const PSNR_BUDGET_DB = { least: 40.6, most: 42, perDecade: 1.5 };
/** Pictures up to here, 481 x 321, need the least. */
const SMALL_PIXELS = 154_401;
const SSIM_LOSS_BUDGET = 0.019;
/** A track alone does not take the whole: its bar is 0.985. */
const SSIM_LOSS_MAX = 0.0142;

/** Of both tracks together, dB: min(42, max(40.6, 40.6 + 1.5 log10(pixels / 154401))). */
const psnrBudget = (pixels: number): number => {
  const { least, most, perDecade } = PSNR_BUDGET_DB;
  return Math.min(most, Math.max(least, least + perDecade * Math.log10(pixels / SMALL_PIXELS)));
};

/** One point of a track's scale: at this strength its mark has this PSNR over R, G, B, dB. */
export interface StrengthScale {
  readonly strength: number;
  readonly psnrDb: number;
}

/**
 * Strength is amplitude, and the share of the budget is the limit:
 *     psnrDb = max(usual.psnrDb + 20 log10(usual.strength / strength), psnrBudget(pixels) + 10 log10(1 / share)).
 * @param pixels of the picture
 * @throws {RangeError} unless strength and share are in (0, 1]
 */
export function qualityTarget(usual: StrengthScale, strength: number, share: number, pixels: number): QualityTarget {
  for (const [name, value] of Object.entries({ strength, share }))
    if (!(value > 0 && value <= 1)) throw new RangeError(`${name}: expected a number in (0, 1], got ${value}`);
  const wanted = usual.psnrDb + 20 * Math.log10(usual.strength / strength);
  return {
    psnrDb: Math.max(wanted, psnrBudget(pixels) - 10 * Math.log10(share)),
    ssimMin: 1 - Math.min(SSIM_LOSS_MAX, SSIM_LOSS_BUDGET * share),
  };
}
