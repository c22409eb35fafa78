/**
 * Registers a submitted picture to a stored one: keypoints, matches, robust homographies, the one that the pixels agree
 * with, refined on the pixels. Findings are values: pictures that do not fit give null.
 * @module
 */
import { agreement } from '@assay/core/registration/agreement';
import { contrastLevel } from '@assay/core/registration/contrastLevel';
import { isPlausible } from '@assay/core/registration/geometry';
import { compose, type Homography, inverse, mirroring } from '@assay/core/registration/homography';
import { refineHomography } from '@assay/core/registration/refineHomography';
import type { Registration } from '@assay/core/registration/registration';
import type { Plane } from '@assay/core/raster';
import type { LumaSource } from '@assay/core/signal/rowSource';
import { fitPairs, type KeypointFit, matchedPairs } from './keypointFit.ts';
import { loadOpenCv, type OpenCv } from './openCv.ts';
import { type RegistrationView, registrationView } from './registrationView.ts';

/** Long sides at which hypotheses are judged and refined, px, coarse to fine; bench/verdict. */
const JUDGE_SIDE = 160;
const REFINE_SIDES = [160, 400] as const;
/** Agreement from which no other hypothesis can be better: copies with a fifth replaced reach it, symmetric scenes do not. */
const AGREEMENT_SURE = 0.7;

/** Pose that the keypoints propose: working query to working reference. */
interface PoseHypothesis {
  readonly homography: Homography;
  readonly mirrored: boolean;
  readonly inliers: number;
  readonly residualPx: number;
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
function bestHypothesis(cv: OpenCv, from: RegistrationView, to: RegistrationView): PoseHypothesis | null {
  const [query, reference] = [from.picture(), to.picture()];
  const direct = fitPairs(cv, matchedPairs(from.keypoints(cv), to.keypoints(cv)), query);
  const hypotheses = hypothesisOf(direct, false, query, reference);
  if ((hypotheses[0]?.agreement ?? 0) < AGREEMENT_SURE) {
    if (direct) hypotheses.push(...hypothesisOf(fitPairs(cv, direct.rest, query), false, query, reference));
    const reflected = fitPairs(cv, matchedPairs(from.mirroredKeypoints(cv), to.keypoints(cv)), query);
    hypotheses.push(...hypothesisOf(reflected, true, query, reference));
  }
  return hypotheses.sort((a, b) => b.agreement - a.agreement)[0] ?? null;
}

/** The homography refined on the pixels, coarse to fine; a level that makes the agreement worse is left out. */
function refined(query: Plane, reference: Plane, hypothesis: PoseHypothesis): Homography {
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
): Promise<Registration | null> {
  const { cv } = await loadOpenCv();
  const hypothesis = bestHypothesis(cv, query, reference);
  if (!hypothesis) return null;
  const fromFull = inverse(query.toFull());
  const right = fromFull && compose(refined(query.picture(), reference.picture(), hypothesis), fromFull);
  const homography = right && compose(reference.toFull(), right);
  const { mirrored: isMirrored, inliers, residualPx } = hypothesis;
  return homography && { homography, mirrored: isMirrored, inliers, residualPx };
}
