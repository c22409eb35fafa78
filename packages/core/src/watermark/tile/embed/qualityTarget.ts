/**
 * How much a track may change a picture.
 * @module
 */
export interface QualityTarget {
  /** Over R, G, B, dB. */
  readonly psnrDb: number;
  readonly ssimMin: number;
  /** Energy that reading needs over that of a track which is read by its own search alone, at most 1. */
  readonly energyNeeded: number;
}

/**
 * The whole budget of a picture for two tracks, dB. A bit's energy is the budget times its share of the pixels, so a large
 * picture needs less: 1.5 dB for ten times the pixels, as far as cut-outs and bent copies of photos of 768 pixels allow. The
 * least is the project's bar of 40.5 dB and a little for rounding.
 */
const PSNR_BUDGET_DB = { least: 40.6, most: 42, perDecade: 1.5 };
/** Pictures up to here, 481 x 321, need the least. */
const SMALL_PIXELS = 154_401;
/** Of two tracks together, and of more, which are decoded jointly. */
const SSIM_LOSS_BUDGET = { two: 0.019, more: 0.0115 };
/**
 * By how much less a track needs where three or more carry the payload, dB: their soft bits are decoded in one sum, and in the
 * picture's own frame they find the tile together (fusion/frameDecoding.ts, docs/decisions/0025-one-code.md).
 */
const JOINT_GAIN_DB = 4;
/** A track alone does not take the whole: its bar is 0.985. */
const SSIM_LOSS_MAX = 0.0142;

/** Of two tracks together, dB: min(42, max(40.6, 40.6 + 1.5 log10(pixels / 154401))). */
const psnrBudget = (pixels: number): number => {
  const { least, most, perDecade } = PSNR_BUDGET_DB;
  return Math.min(most, Math.max(least, least + perDecade * Math.log10(pixels / SMALL_PIXELS)));
};

/** One point of a track's scale: at this strength its mark has this PSNR over R, G, B, dB. */
export interface StrengthScale {
  readonly strength: number;
  readonly psnrDb: number;
}

/** What a track may use of the budget. */
export interface BudgetShare {
  /** While all tracks take part: less than a half means that three or more do. */
  readonly share: number;
  /** By which it grows where other tracks found no room, up to all of the budget; default 1. */
  readonly growth?: number | undefined;
}

/**
 * Strength is amplitude, and the share of the budget is the limit: with s = min(1, share growth) and J the gain of joint decoding,
 *     psnrDb = max(usual.psnrDb + 20 log10(usual.strength / strength), psnrBudget(pixels) + 10 log10(1 / s)) + J.
 * @param pixels of the picture
 * @throws {RangeError} unless strength and share are in (0, 1]
 */
export function qualityTarget(
  usual: StrengthScale,
  strength: number,
  { share, growth = 1 }: BudgetShare,
  pixels: number,
): QualityTarget {
  for (const [name, value] of Object.entries({ strength, share }))
    if (!(value > 0 && value <= 1)) throw new RangeError(`${name}: expected a number in (0, 1], got ${value}`);
  const wanted = usual.psnrDb + 20 * Math.log10(usual.strength / strength);
  const ownShare = Math.min(1, share * growth);
  const isJoint = share < 1 / 2;
  const gainDb = isJoint ? JOINT_GAIN_DB : 0;
  return {
    psnrDb: Math.max(wanted, psnrBudget(pixels) - 10 * Math.log10(ownShare)) + gainDb,
    ssimMin: 1 - Math.min(SSIM_LOSS_MAX, (isJoint ? SSIM_LOSS_BUDGET.more : SSIM_LOSS_BUDGET.two) * ownShare),
    energyNeeded: 10 ** (-gainDb / 10),
  };
}
