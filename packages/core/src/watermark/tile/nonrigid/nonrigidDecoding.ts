/**
 * Decoding of a picture that no affine map describes: one taken at an angle, bent, or printed on paper that was not flat.
 *  1. Under each track's likely poses the blocks of the view vote for the tile's offset (offsetVote.ts). Without a clear vote
 *     nothing more is done: this is what a picture without a mark costs.
 *  2. The track with the clearest vote is the reference: a smooth field is fitted to its pilots (displacementFit.ts), first
 *     perspective, and if that does not read, bending.
 *  3. The view is rectified by that field, and every track is decoded in it: displacement belongs to the picture, not to a
 *     track.
 * Source: Voloshynovskiy, Deguillaume, Pun 2001.
 * @module
 */
import type { Affine } from '../../affine.ts';
import type { CarrierLayout } from '../carriers/carrierLayout.ts';
import { LIST_SIZE } from '../../payload/polarDecoder.ts';
import { type Detection, detectAtPoses } from '../detect/blindDetection.ts';
import type { TileOffset } from '../detect/tileOffset.ts';
import { bendingModel, PERSPECTIVE } from './displacementModel.ts';
import { type DisplacementField, fitDisplacement, offsetAt } from './displacementFit.ts';
import type { PictureView } from '../spectrum/pictureAnalysis.ts';
import { pictureSpectrum } from '../spectrum/pictureSpectrum.ts';
import { centralBlocks, type PilotField, pilotField } from './pilotField.ts';
import { voteForOffset } from './offsetVote.ts';
import { rectify } from './rectification.ts';

/** What a track brings to it. */
export interface NonrigidTrack {
  readonly layout: CarrierLayout;
  /** Poses in the view under which the track may stand, but for a displacement of some pixels; most likely first. */
  readonly poses: readonly Affine[];
}

/** Shares of the view through which perspective is followed outwards, as offsetVote.ts looks for it. */
const PERSPECTIVE_SHARES = [0.5, 0.7, 1];
/**
 * Z-score of the vote below which a view is left alone, see offsetVote.ts. Noise reaches 3.8 in the middle, 4.4 in one of
 * twenty and 4.7 at most (200 tries on unmarked photos); a picture that is fitted in vain costs at most six checksums.
 */
const VOTE_Z_MIN = 4.4;
/**
 * A field follows noise as well as pilots, so that the pilots' z-score after the fit says little; the vote comes before any
 * fit. Where it is as clear as this, all messages of the decoder's list may be checked.
 */
const VOTE_Z_CERTAIN = 6;

/** What the tracks read, in their order, and how many messages may be checked in a reading of all together. */
export interface NonrigidAttempt {
  readonly detections: readonly (Detection | null)[];
  readonly messagesMax: number;
}

/** The track whose pilots the displacement is estimated from. */
interface Reference {
  readonly track: number;
  readonly pose: Affine;
  readonly field: PilotField;
  readonly offset: TileOffset;
  readonly voteZScore: number;
}

/** One attempt after another; the caller stops when it can read. */
export function* decodeNonrigid(view: PictureView, tracks: readonly NonrigidTrack[]): Generator<NonrigidAttempt> {
  const reference = chooseReference(view, tracks);
  if (!reference || reference.voteZScore < VOTE_Z_MIN) return;
  const perspective = fitPerspective(reference);
  yield decodeRectified(view, tracks, reference, perspective);
  const model = bendingModel(view.whitened.width, view.whitened.height);
  const fits = [reference.offset, perspective].map((start) => fitDisplacement(reference.field, model, start));
  yield decodeRectified(
    view,
    tracks,
    reference,
    fits.reduce((best, fit) => (fit.value > best.value ? fit : best)),
  );
}

function chooseReference({ whitened }: PictureView, tracks: readonly NonrigidTrack[]): Reference | null {
  let best: Reference | null = null;
  for (const [track, { layout, poses }] of tracks.entries())
    for (const pose of poses) {
      const field = pilotField(whitened, layout, pose);
      if (!field) continue;
      const { zScore: voteZScore, ...offset } = voteForOffset(field);
      if (!best || voteZScore > best.voteZScore) best = { track, pose, field, offset, voteZScore };
    }
  return best;
}

/** From the middle outwards: each share begins where the one inside it ended. */
function fitPerspective({ field, offset }: Reference): DisplacementField {
  return PERSPECTIVE_SHARES.reduce<TileOffset | DisplacementField>(
    (start, share) => fitDisplacement(share < 1 ? centralBlocks(field, share) : field, PERSPECTIVE, start),
    offset,
  ) as DisplacementField;
}

function decodeRectified(
  { whitened }: PictureView,
  tracks: readonly NonrigidTrack[],
  reference: Reference,
  field: DisplacementField,
): NonrigidAttempt {
  const centre = offsetAt(field, 0, 0, new Float64Array(field.model.modes));
  const spectrum = pictureSpectrum(rectify(whitened, reference.pose, field, centre));
  const messagesMax = reference.voteZScore >= VOTE_Z_CERTAIN ? LIST_SIZE : 1;
  const detections = tracks.map(({ layout, poses }, track) =>
    detectAtPoses(spectrum, layout, track === reference.track ? [reference.pose] : poses, messagesMax),
  );
  return { detections, messagesMax };
}
