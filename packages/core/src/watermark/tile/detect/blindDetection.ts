/**
 * Blind detection in one view, as a funnel: many pose hypotheses are proposed, all are screened by how the pilots agree in
 * phase, the best few are refined, decoded and checked. Rounds of proposals (poseProposals.ts) go from likely and cheap to
 * unlikely and costly, and the first reading that can be believed ends the search.
 * A reading is believed only if its pilots' z-score is at least `PILOT_Z_MIN` AND the checksum fits.
 * @module
 */
import { LIST_SIZE } from '../../payload/polarDecoder.ts';
import { type Affine, scaled } from '../../affine.ts';
import type { CarrierLayout } from '../carriers/carrierLayout.ts';
import { decodePayload } from '../../payload/payloadFrame.ts';
import type { ReadingWithoutPilots } from '../../payload/withoutPilots.ts';
import type { PictureView } from '../spectrum/pictureAnalysis.ts';
import type { PictureSpectrum } from '../spectrum/pictureSpectrum.ts';
import type { ScreenedPose } from './pilotScreen.ts';
import { type LikelyScales, poseProposals } from './poseProposals.ts';
import { readPilotless } from './pilotlessDetection.ts';
import { softBits } from './softBits.ts';
import { type PoseHypothesis, uprightHypotheses } from './uprightPose.ts';
import { type PoseEvaluator, withPoseEvaluator } from './poseEvaluation.ts';

/** What one pose yields. */
export interface Reading {
  /** The pose, half turn included. */
  readonly affine: Affine;
  readonly pilotZScore: number;
  readonly llr: Float32Array;
}

/** A reading whose checksum fits has the payload; one that does not is the best guess so far. */
export interface Detection {
  readonly reading: Reading;
  readonly payload: Uint8Array | null;
  /** The decoder's likeliest message, whether or not its checksum fits; null if nothing was decoded. */
  readonly guess: Uint8Array | null;
  /** How many checksums were compared to get here: each is one chance in 2^32 to err. */
  readonly checksums: number;
}

/**
 * Z-score of the pilots that a believed reading needs. At 5.5 an unmarked photo has 1.3 (track A) and 1.7 (track B) checksums
 * tried on average (40 photos), so a false payload has the chance 3.0e-10 and 4.0e-10; the weakest true reading of the
 * bench had more. At 5.2 it is 3.8 checksums for either track (10 photos).
 */
export const PILOT_Z_MIN = 5.5;
/**
 * Pilots this high are no accident, so all messages of the decoder's list may be checked; below, only the likeliest, to
 * keep the number of checksums tried on unmarked pictures where it is.
 */
export const PILOT_Z_CERTAIN = 7;

/** How many messages of the decoder's list may be checked at a pose whose pilots have this z-score. */
export function messagesAt(pilotZScore: number): number {
  return pilotZScore >= PILOT_Z_CERTAIN ? LIST_SIZE : 1;
}

/**
 * Z-score at screening that any but the first of a round needs to be read. On unmarked photos half of all poses that would be
 * read are lower. Of 223 poses under which marked photos were read (24 photos, 14 attacks) the lowest had 4.56; one that was
 * read only together with the other track had 4.63 and was the fifth of its round.
 */
const SCREENED_Z_MIN = 4.4;

/** @param withRare whether to search for rare changes too: pilots taken away, mirrored and turned or scaled, unequal scales */
export function detectInView(
  view: PictureView,
  layout: CarrierLayout,
  likelyScalesOf: LikelyScales,
  withRare = true,
): Detection | null {
  const likelyScales = likelyScalesOf(view.pictureWidth, view.pictureHeight);
  let checksums = 0;
  const read = (hypothesis: PoseHypothesis): Detection => {
    const detection = detectionOf(hypothesis, layout, messagesAt(hypothesis.offset.zScore));
    checksums += detection.checksums;
    return { ...detection, checksums };
  };
  let uncut: PoseHypothesis | null = null;
  for (const hypothesis of uprightHypotheses(view.whitened, layout, likelyScales)) {
    const detection = hypothesis.offset.zScore < PILOT_Z_MIN ? null : read(hypothesis);
    if (detection?.payload) return detection;
    uncut ??= hypothesis;
  }
  const searched = withPoseEvaluator(view.spectrum, layout, (evaluator) => {
    let best: { readonly hypothesis: PoseHypothesis; readonly detection: Detection | null } | null = null;
    for (const { proposals, read: count } of poseProposals(view, layout, likelyScalesOf, withRare))
      for (const pose of bestScreened(evaluator, proposals, count)) {
        const hypothesis = refinedHypothesis(evaluator, pose);
        const detection = hypothesis.offset.zScore < PILOT_Z_MIN ? null : read(hypothesis);
        if (detection?.payload) return detection;
        if (!best || hypothesis.offset.zScore > best.hypothesis.offset.zScore) best = { hypothesis, detection };
      }
    return best && { ...(best.detection ?? detectionOf(best.hypothesis, layout, 0)), checksums };
  });
  // Last, for 64 hypotheses take some 10 ms, and few pictures lose their pilots.
  const isUncut = withRare && uncut?.affine.a === 1 / (likelyScales[0] as number);
  if (searched?.payload || !uncut || !isUncut) return searched;
  const { reading: found, checksums: tried } = readPilotless(uncut, layout, view);
  checksums += tried;
  return found ? { ...pilotless(uncut, found), checksums } : searched && { ...searched, checksums };
}

function pilotless(
  { affine, offset }: PoseHypothesis,
  { llr, payload }: ReadingWithoutPilots,
): Omit<Detection, 'checksums'> {
  return { reading: { affine, pilotZScore: offset.zScore, llr }, payload, guess: payload };
}

/**
 * Reads a view at the best of a few poses.
 * @param messagesMax how many messages may be checked, if the pilots' z-score is high enough
 */
export function detectAtPoses(
  spectrum: PictureSpectrum,
  layout: CarrierLayout,
  poses: readonly Affine[],
  messagesMax: number,
): Detection | null {
  return withPoseEvaluator(spectrum, layout, (evaluator) => {
    const pose = bestScreened(evaluator, poses, 1)[0];
    if (!pose) return null;
    const hypothesis = refinedHypothesis(evaluator, pose);
    return detectionOf(hypothesis, layout, hypothesis.offset.zScore < PILOT_Z_MIN ? 0 : messagesMax);
  });
}

/** Readings at the `count` best of some poses. */
export function readingsAtPoses(
  spectrum: PictureSpectrum,
  layout: CarrierLayout,
  poses: readonly Affine[],
  count: number,
): Reading[] {
  return withPoseEvaluator(spectrum, layout, (evaluator) =>
    highestScreened(evaluator, poses, count).map((pose) => {
      return detectionOf(refinedHypothesis(evaluator, pose), layout, 0).reading;
    }),
  );
}

/** Soft bits at the `count` best of some poses. */
export function softBitsAtPoses(...at: Parameters<typeof readingsAtPoses>): Float32Array[] {
  return readingsAtPoses(...at).map(({ llr }) => llr);
}

function highestScreened(evaluator: PoseEvaluator, poses: readonly Affine[], count: number): ScreenedPose[] {
  return evaluator
    .screen(poses)
    .sort((a, b) => b.offset.zScore - a.offset.zScore)
    .slice(0, count);
}

function bestScreened(evaluator: PoseEvaluator, poses: readonly Affine[], count: number): ScreenedPose[] {
  return highestScreened(evaluator, poses, count).filter(({ offset }, i) => i === 0 || offset.zScore >= SCREENED_Z_MIN);
}

function refinedHypothesis(evaluator: PoseEvaluator, pose: ScreenedPose): PoseHypothesis {
  const affine = evaluator.refine(pose);
  const samples = evaluator.sample(affine);
  return { affine, samples, offset: evaluator.locate(samples, pose.offset.halfTurn) };
}

/** @param messagesMax how many messages may be checked; 0 leaves the payload open */
function detectionOf(
  { affine, samples, offset }: PoseHypothesis,
  layout: CarrierLayout,
  messagesMax: number,
): Detection {
  const { llr } = softBits(samples, layout, offset);
  const reading = { affine: offset.halfTurn === 1 ? affine : scaled(affine, -1), pilotZScore: offset.zScore, llr };
  if (messagesMax === 0) return { reading, payload: null, guess: null, checksums: 0 };
  const { payload, valid, checksums } = decodePayload(llr, messagesMax);
  return { reading, payload: valid ? payload : null, guess: payload, checksums };
}
