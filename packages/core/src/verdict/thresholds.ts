/**
 * The numbers of the rules, each with the bench that it was tuned on; all of them are part of the name of the model.
 * @module
 */

/** Inliers from which a registration counts; unrelated photos stay below, bench/verdict (docs/decisions/0004-registration-and-tamper.md). */
export const INLIERS_MIN = 7;
/** Cut-outs with a shorter side, px, hold too few keypoints for a failure to register to say anything; bench/verdict/wild. */
export const REGISTERED_SIDE_MIN = 128;
/**
 * With fewer keypoints in either picture a failure to register says nothing: photographs have the 3000 that are sought at most, a painted
 * wallpaper of soft shapes 496.
 */
export const REGISTERED_KEYPOINTS_MIN = 750;
/** Bad-NCC fraction from which two registered pictures are two pictures of one scene; shared recipe, bench/verdict. */
export const BAD_NCC_FRACTION_MAX = 0.5;
/** Changed region, fraction of the overlap, above which it is no longer called small; bench/verdict. */
export const REGION_FRACTION_FORGED = 0.008;
/** In a picture that differs everywhere, a region that stands out by less than this is no proof of an edit; bench/verdict/wild. */
export const DOUBTFUL_STRENGTH_MAX = 1.35;
/**
 * A region whose structure correlates with the stored one by more than this, and which is neither recoloured nor differs by this strength, is
 * the same content, sharpened, smoothed or of another tone; bench/verdict/wild: of the forgeries of the tune halves none is weaker and keeps as much.
 */
export const SAME_STRUCTURE_MIN = 0.9;
export const SAME_STRUCTURE_STRENGTH_MAX = 2;
/** What is laid over a picture may take this fraction of it; below more than that too little is left to vouch for the whole. */
export const OVERLAY_FRACTION_MAX = 1 / 3;
/** Log-odds from which an unmarked match is another shot and no copy, where no region was changed and where one was; bench/verdict/wild/pairs. */
export const ANOTHER_SHOT_LOG_ODDS_MIN = { whole: 0.7, edited: 1.6 } as const;
/** Foreign content, fraction of the query, above which a copy is one part of a composite. */
export const FOREIGN_FRACTION_MAX = 0.5;
/**
 * The scene goes on around a copy: foreign content, fraction of the query, from which that is more than a rim, and how far its seam is like the lines
 * within (`tamper/alignment/continuation.ts`): what lies beside a picture on a page stays below;
 * bench/verdict/continuation.ts.
 */
export const CONTINUED = { foreignMin: 0.1, continuationMin: 0.7 } as const;
/**
 * Log-likelihood from which the mark is said to be there in the changed regions; what it does not excuse, since recolouring spares
 * it: a mean change of chroma, levels, or a difference of this strength; and the correlation with the stored structure below which the
 * regions show other content, if only in part. Of the honest copies of the tune halves whose regions hold their mark four of five keep 0.75 of
 * it and more, of the forgeries that are no recolours none 0.4; bench/verdict/wild.
 */
export const MARK_KEPT_MIN = 2;
export const RECOLOURED_MIN = 8;
export const UNEXCUSED_STRENGTH_MIN = 3;
export const KEPT_STRUCTURE_MIN = 0.4;
/**
 * Correlation with the stored structure, and fraction of the stored detail, above which a doubtful region shows all that the stored picture shows
 * there: of the tune halves four honest copies' regions, and two forgeries', a blurred spot of a thumbnail and a faint recolour under HDR; bench/verdict/wild.
 */
export const ALL_KEPT_MIN = 0.85;
/**
 * Mean change of luma up to which a region that keeps its mark or its detail is called the same, levels: mark and detail outlast any gain, so a
 * region that was darkened or lightened by more is left in doubt, whoever did it.
 */
export const SAME_LUMA_MAX = 12;
/**
 * Chroma of a picture of colours, levels; and the chroma that light changes, fraction of the luma that it does: recolours of the tune
 * halves change chroma at least twice as much as luma, lamps and their tints at most a quarter as much.
 */
export const COLOURS_MIN = 4;
export const LIGHT_CHROMA_MAX = 0.5;
/**
 * Change of luma from which light is seen, levels, in a picture that was changed all over and in any; and correlation of the structure below it: of replaced content at most 0.5, of lamps mostly 0.85 and more.
 */
export const LIGHT_LUMA_MIN = { changedAllOver: 6, any: 10 } as const;
export const LIGHT_STRUCTURE_MIN = 0.7;
/**
 * The same of light that has a colour of its own: of the recolours of the tune halves that keep so much structure, none changes chroma by less
 * than luma.
 */
export const COLOURED_LIGHT_CHROMA_MAX = 1;
export const COLOURED_LIGHT_STRUCTURE_MIN = 0.8;
/**
 * Log-likelihood, and fraction of what the regions could hold, from which the mark stands there as in the rest of the picture: recolours
 * of the tune halves that keep it keep less; bench/verdict/wild.
 */
export const MARK_WHOLE_MIN = 20;
export const MARK_WHOLE_SHARE_MIN = 0.75;
/**
 * Log-odds of an edit from which a region was replaced: twenty to one where its mark is missing; five to one where its detail is, of which no more
 * than 18 to 1 can be said.
 */
export const REPLACED_MIN = { mark: Math.log(20), detail: Math.log(5) } as const;
/**
 * What the detail kept says of a region: slope x (even - kept) is the natural logarithm of a likelihood ratio, at most `most`. Logistic regression over the
 * regions, weak ones too, of 76 honest copies and 131 forgeries of the tune halves, all of unmarked pictures, recolours left out, both sides weighing the same. Less than
 * a quarter is kept by 3 of the honest and by 95 of the forgeries, which is where `most` is from. bench/verdict/wild.
 */
export const KEPT_DETAIL = { even: 0.45, slope: 7.4, most: Math.log(18) } as const;
/**
 * Of copies so many are taken to be of the picture as it was before it was marked, as in the benches: its owner has that file, too. The
 * more, the more other shots pass for copies, and the fewer copies of unmarked pictures are told as another shot.
 */
export const UNMARKED_COPIES = 1 / 3;
/** Of copies of the delivered file so many agree with its mark by a z-score below the one that is believed, all the same alike. */
export const WORN_COPIES = 0.03;
/**
 * Natural logarithm of what a codec's steps leave unexplained, levels^2, the mean of quiet and textured places: mean and standard deviation in
 * copies that were coded last, at qualities of 30 to 95, and in other shots, coded again at 30 to 95; and of how many copies of
 * unmarked pictures the codec explains everything. bench/verdict/wild, halves `tune`.
 */
export const CODED = {
  floor: 0.01,
  copy: { mean: -3.1, deviation: 0.9 },
  shot: { mean: 3.1, deviation: 1.8 },
  explainedCopies: 0.3,
} as const;
/** However well a codec explains it, log-odds fall by no more. */
export const CODED_LOG_ODDS_MIN = -6;
/**
 * From where light changed from place to place, or chroma all over, levels: of 139 other shots of the tune half none has a palette or a
 * grid, 99 in 100 are below 0.8 and 4. And of how many other shots and copies it is assumed that such a thing was done to them.
 */
export const TREATED = { localToneMin: 4, chromaShiftMin: 10, shots: 1 / 30, copies: 1 / 4 } as const;
/** A copy of which so much shows is whole; resampling and a thin frame take the rest. */
export const WHOLE_VISIBLE_MIN = 0.95;
/** Of what is covered by the other picture, both ways, at least; the rest is the rim that resampling leaves. */
export const WHOLE_COPY_MIN = 0.98;
