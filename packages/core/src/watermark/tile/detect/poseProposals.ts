/**
 * Which poses a blind search tries, round by round: likely poses; what power suggests of rotation and scale; slight
 * rotations; every scale unturned; mirrored; unequal scales. Each round is ranked by the power that the strong pilots meet.
 * @module
 */
import { FREQUENCY_MAX } from '../../../signal/fourier/nonuniformFourier.ts';
import { type Affine, similarity } from '../../affine.ts';
import { type CarrierLayout, PILOTS } from '../carriers/carrierLayout.ts';
import type { PictureView } from '../spectrum/pictureAnalysis.ts';
import { searchAspect } from './aspectSearch.ts';
import { fitPeaks } from './peakFit.ts';
import { type PoseCandidate, searchSimilarity, strongestPoses } from './pilotDetector.ts';
import { uprightPoses } from './uprightPose.ts';

/** View pixels per canonical pixel to try before any search, for a picture of this size. */
export type LikelyScales = (width: number, height: number) => readonly number[];

/** How many proposals of a round are screened, and how many of them are read at most. */
interface Effort {
  readonly screened: number;
  readonly read: number;
}

const LIKELY_EFFORT: Effort = { screened: 80, read: 5 };
/** Rotations with an unknown frame are many, and power alone ranks weak pilots poorly. */
const ROTATION_EFFORT: Effort = { screened: 160, read: 5 };
/** Rarer changes get less effort. */
const RARE_EFFORT: Effort = { screened: 50, read: 3 };
/** Proposals to which the pose is fitted anew by the pilots' peaks; the original stays a proposal, for the fit can err. */
const FITTED = 20;

export interface Round {
  readonly proposals: readonly Affine[];
  readonly read: number;
}

/** @param withRare whether to search for rare changes too: mirrored and turned or scaled, unequal scales */
export function* poseProposals(
  view: PictureView,
  layout: CarrierLayout,
  likelyScalesOf: LikelyScales,
  withRare: boolean,
): Generator<Round> {
  const power = view.spectrum.power;
  const likelyScales = likelyScalesOf(view.pictureWidth, view.pictureHeight);
  const suggested = (candidates: readonly PoseCandidate[], read: number): Round => ({
    proposals: [
      ...candidates.map(({ affine }) => affine),
      ...candidates.slice(0, FITTED).map((candidate) => fitPeaks(power, layout, candidate)),
    ],
    read,
  });
  const listed = (poses: readonly Affine[], { screened, read }: Effort): Round => ({
    proposals: strongestPoses(power, layout, poses, screened),
    read,
  });
  const turnedAndScaled = (mirrored: boolean, { screened, read }: Effort): Round =>
    suggested(searchSimilarity(view.logPolar(), layout, mirrored, screened), read);
  const stretched = (mirrored: boolean): Round =>
    suggested(searchAspect(power, layout, mirrored, RARE_EFFORT.screened), RARE_EFFORT.read);
  const laddered = (): Round =>
    listed(
      scaleLadder().map((scale) => similarity(1 / scale, 0, false)),
      LIKELY_EFFORT,
    );
  const visible = likelyScales.filter((scale) => canShow(layout, scale));
  if (visible.length === 0) {
    // Only an enlarged picture can show its mark here; the windows of its own scale have been searched before.
    yield turnedAndScaled(false, LIKELY_EFFORT);
    yield laddered();
    return;
  }
  yield listed(visible.flatMap(uprightPoses), LIKELY_EFFORT);
  yield turnedAndScaled(false, LIKELY_EFFORT);
  yield listed(slightRotations(view, likelyScalesOf), withRare ? ROTATION_EFFORT : LIKELY_EFFORT);
  yield laddered();
  if (!withRare) return;
  yield turnedAndScaled(true, RARE_EFFORT);
  yield stretched(false);
  yield stretched(true);
}

/** Whether at least the coarser half of the pilots is no finer than a view's pixels can show. */
function canShow({ u, v, tileSide }: CarrierLayout, scale: number): boolean {
  const finest = FREQUENCY_MAX * tileSide * scale;
  let shown = 0;
  for (let i = 0; i < PILOTS; i++) if (Math.hypot(u[i] as number, v[i] as number) <= finest) shown++;
  return shown >= PILOTS / 2;
}

/**
 * Rotations of up to 20 degrees, as when a horizon is set straight, in steps that move no pilot by more than 0.1 periods. The
 * picture may have kept its frame, or been cut to what is upright inside it; then the frame it had is the upright one
 * around the picture turned back: w cos + h sin by w sin + h cos.
 */
function slightRotations({ pictureWidth, pictureHeight }: PictureView, likelyScalesOf: LikelyScales): Affine[] {
  const stepDeg = 0.25;
  return Array.from({ length: 161 }, (_, i) => {
    const angle = ((i - 80) * stepDeg * Math.PI) / 180;
    const [cosine, sine] = [Math.cos(angle), Math.abs(Math.sin(angle))];
    const width = Math.round(pictureWidth * cosine + pictureHeight * sine);
    const height = Math.round(pictureWidth * sine + pictureHeight * cosine);
    const scales = new Set([...likelyScalesOf(pictureWidth, pictureHeight), ...likelyScalesOf(width, height)]);
    return [...scales].map((scale) => similarity(cosine / scale, Math.sin(angle) / scale, false));
  }).flat();
}

/** Scales from 0.3 to 2.4 in steps of 0.5 %: a pilot 300 pixels from the centre moves by 0.1 periods between two. */
function scaleLadder(): number[] {
  const step = 1.005;
  return Array.from({ length: Math.ceil(Math.log(2.4 / 0.3) / Math.log(step)) }, (_, i) => 0.3 * step ** i);
}
