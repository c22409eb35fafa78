/**
 * Registers a submitted picture to a stored one: a plain copy of the whole picture, if the pixels agree with that; else keypoints,
 * matches, robust homographies, the one that the pixels agree with; refined on the pixels. Findings are values: pictures that do not
 * fit give null.
 * @module
 */
import { agreement } from '@assay/core/registration/agreement';
import { agreeingCells, wholePictureHypothesis } from '@assay/core/registration/wholePictureFit';
import { contrastLevel } from '@assay/core/registration/contrastLevel';
import { cutOutHypothesis } from '@assay/core/registration/cutOutFit';
import { isPlausible } from '@assay/core/registration/geometry';
import { compose, type Homography, inverse, mirroring } from '@assay/core/registration/homography';
import { refineHomography } from '@assay/core/registration/refineHomography';
import type { Registration } from '@assay/core/registration/registration';
import type { Plane } from '@assay/core/raster';
import type { LumaSource } from '@assay/core/signal/rowSource';
import { finerFit } from './finerFit.ts';
import { fitPairs, type KeypointFit, matchedPairs } from './keypointFit.ts';
import { loadOpenCv, type OpenCv } from './openCv.ts';
import { negativeOf, type RegistrationView, registrationView } from './registrationView.ts';

/** Long sides at which hypotheses are judged and refined, px, coarse to fine; bench/verdict. */
const JUDGE_SIDE = 160;
const REFINE_SIDES = [160, 400] as const;
/**
 * Agreement from which no other hypothesis can be better: copies with a fifth replaced reach it, symmetric scenes do not, and of 250 different
 * pictures laid over each other, half of them reversed, none exceeds 0.52. A negative's is as low as a copy's is high.
 */
const AGREEMENT_SURE = 0.7;
/**
 * Cells that agree with a plain copy of the whole picture before keypoints are spared, more than any rule of the verdict asks for; or, of a soft
 * picture, of which hardly a cell has corners, cells that show the same.
 */
const CELLS_SURE = 40;
/** Fraction of their rows and columns that those cells must lie in: two horizons at one height are no copies. */
const SPREAD_MIN = 0.5;
/** Agreement of a part without corners, where a mark names the reference, at either level: of copies of soft wallpapers 0.83 and more; bench/verdict/wild. */
const AGREEMENT_NAMED = 0.8;

/** Where corners agree in fewer cells than this, or not at all, finer features are asked too: cut-outs that corners laid askew had 7 and 17. */
const FEW_CELLS = 30;
/** Agreement with a pose of finer features, once refined, from which it is taken: of parts of a tenth 0.9 and more; bench/verdict/wild, half `tune`. */
const AGREEMENT_FINER = 0.6;

/** What is looked for beside the picture as it is. */
export interface RegisterOptions {
  /**
   * Whether something else says that the query shows the reference: then, where upright corners fail, a reflected query is tried, and finer
   * features for a small part; default true. Costs more than all else.
   */
  readonly isLikely?: boolean;
  /** Whether a mark read in the query names the reference: then a part without corners and a negative of a part are told, too; default false. */
  readonly isNamed?: boolean;
}

/** A registration of the pictures at working size, in their pixels. */
type WorkingRegistration = Registration;

/** Pose that the keypoints propose: working query to working reference. */
interface PoseHypothesis extends WorkingRegistration {
  readonly agreement: number;
}

function hypothesisOf(fit: KeypointFit | null, isMirrored: boolean, query: Plane, reference: Plane): PoseHypothesis[] {
  const homography = fit && isMirrored ? compose(fit.homography, mirroring(query.width)) : fit?.homography;
  const level = homography && contrastLevel(query, reference, homography, JUDGE_SIDE);
  if (!fit || !level) return [];
  return [
    {
      homography,
      mirrored: isMirrored,
      inliers: fit.inliers,
      residualPx: fit.residualPx,
      agreement: agreement(level.query, level.reference, level.homography),
    },
  ];
}

/**
 * The best of three hypotheses: the strongest as it is, the second strongest (in a copy-move the moved patch may hold more
 * keypoints than the rest), the strongest of the reflected query.
 */
function bestHypothesis(
  cv: OpenCv,
  from: RegistrationView,
  to: RegistrationView,
  { isLikely = true }: RegisterOptions,
): PoseHypothesis | null {
  const [query, reference] = [from.picture(), to.picture()];
  const direct = fitPairs(cv, matchedPairs(from.keypoints(cv), to.keypoints(cv)), query);
  const hypotheses = hypothesisOf(direct, false, query, reference);
  if ((hypotheses[0]?.agreement ?? 0) < AGREEMENT_SURE) {
    if (direct) hypotheses.push(...hypothesisOf(fitPairs(cv, direct.rest, query), false, query, reference));
    const reflected = isLikely ? fitPairs(cv, matchedPairs(from.mirroredKeypoints(cv), to.keypoints(cv)), query) : null;
    hypotheses.push(...hypothesisOf(reflected, true, query, reference));
  }
  return hypotheses.sort((a, b) => b.agreement - a.agreement)[0] ?? null;
}

/** Agreement of the plain copy of the whole picture, -1..1; 0 where the shapes of the two exclude it. */
function wholeAgreement(query: Plane, reference: Plane): number {
  const start = wholePictureHypothesis(query, reference);
  const level = start && contrastLevel(query, reference, start, JUDGE_SIDE);
  return level ? agreement(level.query, level.reference, level.homography) : 0;
}

/** The plain copy of the whole picture, refined; null unless the pixels agree all over it, so that no keypoint could say otherwise. */
function wholePicture(query: Plane, reference: Plane): WorkingRegistration | null {
  const start = wholePictureHypothesis(query, reference);
  if (!start || wholeAgreement(query, reference) < AGREEMENT_SURE) return null;
  const homography = refined(query, reference, { homography: start, mirrored: false });
  const fine = contrastLevel(query, reference, homography, REFINE_SIDES[1]);
  if (!fine) return null;
  const { count, correlated, spread, residualPx } = agreeingCells(fine.query, fine.reference, fine.homography);
  if (count < CELLS_SURE && (correlated < CELLS_SURE || spread < SPREAD_MIN)) return null;
  const enlargement = reference.width / fine.reference.width;
  const inliers = count < CELLS_SURE ? correlated : count;
  return { homography, mirrored: false, inliers, residualPx: enlargement * residualPx };
}

/** The homography refined on the pixels, coarse to fine; a level that makes the agreement worse is left out. */
function refined(
  query: Plane,
  reference: Plane,
  hypothesis: Pick<WorkingRegistration, 'homography' | 'mirrored'>,
): Homography {
  let best = hypothesis.homography;
  for (const side of REFINE_SIDES) {
    const level = contrastLevel(query, reference, best, side);
    if (!level) continue;
    const candidate = refineHomography(level.query, level.reference, level.homography);
    const before = agreement(level.query, level.reference, level.homography);
    const after = agreement(level.query, level.reference, candidate);
    const full = after >= before ? level.toFull(candidate) : null;
    if (full && isPlausible(full, query, hypothesis.mirrored)) best = full;
  }
  return best;
}

/**
 * Registers a query to a reference, both luma in [0, 255] and of any size.
 * @returns null if the pictures do not share enough keypoints under a plausible homography
 */
export const registerPictures = (query: LumaSource, reference: LumaSource): Promise<Registration | null> =>
  registerViews(registrationView(query), registrationView(reference));

/** As `registerPictures`, of pictures that may have been looked at before. */
export async function registerViews(
  query: RegistrationView,
  reference: RegistrationView,
  options: RegisterOptions = {},
): Promise<Registration | null> {
  const mayBeNegative = (): boolean =>
    options.isNamed === true || wholeAgreement(query.picture(), reference.picture()) <= -AGREEMENT_SURE;
  const found =
    (await registerWorking(query, reference, options)) ??
    (mayBeNegative() ? await registerWorking(negativeOf(query), reference, { ...options, isLikely: false }) : null);
  const fromFull = inverse(query.toFull());
  const right = found && fromFull && compose(found.homography, fromFull);
  const homography = right && compose(reference.toFull(), right);
  return homography && { ...found, homography };
}

/** Keypoints of the picture that has fewer: where they are few, a failure to register says little. */
export async function fewestKeypoints(query: RegistrationView, reference: RegistrationView): Promise<number> {
  const { cv } = await loadOpenCv();
  return Math.min(...[query, reference].map((view) => view.keypoints(cv).points.length / 2));
}

const registerWorking = async (
  query: RegistrationView,
  reference: RegistrationView,
  options: RegisterOptions,
): Promise<WorkingRegistration | null> =>
  wholePicture(query.picture(), reference.picture()) ??
  (await byKeypoints(query, reference, options)) ??
  (options.isNamed ? cutOut(query, reference) : null);

/** The one place where a part without corners fits, a pure shift: more would be led astray. The pixels must agree all over it. */
function cutOut(from: RegistrationView, to: RegistrationView): WorkingRegistration | null {
  const [query, reference] = [from.picture(), to.picture()];
  const homography = cutOutHypothesis(query, reference, from.toFull()[0] / to.toFull()[0]);
  const coarse = homography && contrastLevel(query, reference, homography, JUDGE_SIDE);
  const fine = homography && contrastLevel(query, reference, homography, REFINE_SIDES[1]);
  if (!coarse || !fine) return null;
  // What is soft is noise at the finer level, and lines of a sky are too thin for the coarser one.
  const agreed = [coarse, fine].map((level) => agreement(level.query, level.reference, level.homography));
  if (Math.max(...agreed) < AGREEMENT_NAMED) return null;
  const { correlated, residualPx } = agreeingCells(fine.query, fine.reference, fine.homography);
  if (correlated < CELLS_SURE) return null;
  const enlargement = reference.width / fine.reference.width;
  return { homography, mirrored: false, inliers: correlated, residualPx: enlargement * residualPx };
}

async function byKeypoints(
  query: RegistrationView,
  reference: RegistrationView,
  options: RegisterOptions,
): Promise<WorkingRegistration | null> {
  const { cv } = await loadOpenCv();
  const hypothesis = bestHypothesis(cv, query, reference, options);
  const isFirm = hypothesis !== null && hypothesis.inliers >= FEW_CELLS;
  const finer = !isFirm && (options.isLikely ?? true) ? byFinerFeatures(query, reference) : null;
  if (finer && finer.agreement > (hypothesis?.agreement ?? 0)) return finer;
  if (!hypothesis) return null;
  const { mirrored: isMirrored, inliers, residualPx } = hypothesis;
  const homography = refined(query.picture(), reference.picture(), hypothesis);
  return { homography, mirrored: isMirrored, inliers, residualPx };
}

/** The pose that finer features propose, refined on the pixels, which must agree with it. */
function byFinerFeatures(from: RegistrationView, to: RegistrationView): PoseHypothesis | null {
  const fit = finerFit(from.finer, to.finer);
  const [query, reference] = [from.picture(), to.picture()];
  const homography = fit?.isMirrored ? compose(fit.homography, mirroring(query.width)) : fit?.homography;
  if (!fit || !homography || !isPlausible(homography, query, fit.isMirrored)) return null;
  const mirrored = fit.isMirrored;
  const exact = refined(query, reference, { homography, mirrored });
  const coarse = contrastLevel(query, reference, exact, JUDGE_SIDE);
  const fine = contrastLevel(query, reference, exact, REFINE_SIDES[1]);
  const agreed = coarse ? agreement(coarse.query, coarse.reference, coarse.homography) : 0;
  if (!fine || agreed < AGREEMENT_FINER) return null;
  const { residualPx } = agreeingCells(fine.query, fine.reference, fine.homography);
  const enlargement = reference.width / fine.reference.width;
  return { homography: exact, mirrored, inliers: fit.inliers, residualPx: enlargement * residualPx, agreement: agreed };
}
