/**
 * Reading a picture that no affine map describes: one taken at an angle, bent, or printed on paper that was not flat.
 *  1. Under each track's likely maps the blocks of the view vote for the tile's place (placeEvidence.ts). Without evidence
 *     nothing more is done: this is what a picture without a mark costs.
 *  2. The track with the most evidence leads: a smooth field is fitted to its pilots (fieldFit.ts), first perspective, and
 *     if that does not read, bending.
 *  3. The view is straightened by that field, and every track reads it: displacement belongs to the picture, not to a track.
 * Source: Voloshynovskiy, Deguillaume, Pun 2001.
 * @module
 */
import type { Affine } from './affine.ts';
import type { Constellation } from './constellation.ts';
import { LIST } from '../coding/polarListDecoder.ts';
import { type Detection, detectUnderMaps } from './detection.ts';
import { bendingModel, PERSPECTIVE } from './displacementModel.ts';
import { fitField, type Place, type PlaceField, placeAt } from './fieldFit.ts';
import type { PictureView } from './pictureAnalysis.ts';
import { pictureSpectrum } from './pictureSpectrum.ts';
import { centralBlocks, type PilotField, pilotField } from './pilotField.ts';
import { placeEvidence } from './placeEvidence.ts';
import { straighten } from './straighten.ts';

/** What a track brings to it. */
export interface BentTrack {
  readonly constellation: Constellation;
  /** Maps of the view under which the track may stand, but for a displacement of some pixels; most likely first. */
  readonly maps: readonly Affine[];
}

/** Shares of the view through which perspective is followed outwards, as placeEvidence.ts looks for it. */
const PERSPECTIVE_SHARES = [0.5, 0.7, 1];
/**
 * Evidence below which a view is left alone, see placeEvidence.ts. Noise reaches 3.8 in the middle, 4.4 in one of twenty
 * and 4.7 at most (200 tries on unmarked photos); a picture that is fitted in vain costs at most six checksums.
 */
const EVIDENCE_MIN = 4.4;
/**
 * A field follows noise as well as pilots, so that the pilots' height after the fit says little; evidence comes before any
 * fit. Where it is as high as this, all messages of the decoder's list may be checked.
 */
const EVIDENCE_CERTAIN = 6;

/** What the tracks read, in their order, and how many messages may be checked in a reading of all together. */
export interface BentTry {
  readonly detections: readonly (Detection | null)[];
  readonly looks: number;
}

interface Lead {
  readonly track: number;
  readonly map: Affine;
  readonly field: PilotField;
  readonly place: Place;
  readonly evidence: number;
}

/** One try after another; the caller stops when it can read. */
export function* readBent(view: PictureView, tracks: readonly BentTrack[]): Generator<BentTry> {
  const lead = findLead(view, tracks);
  if (!lead || lead.evidence < EVIDENCE_MIN) return;
  const perspective = fitPerspective(lead);
  yield readStraightened(view, tracks, lead, perspective);
  const model = bendingModel(view.whitened.width, view.whitened.height);
  const fits = [lead.place, perspective].map((start) => fitField(lead.field, model, start));
  yield readStraightened(
    view,
    tracks,
    lead,
    fits.reduce((best, fit) => (fit.value > best.value ? fit : best)),
  );
}

function findLead({ whitened }: PictureView, tracks: readonly BentTrack[]): Lead | null {
  let best: Lead | null = null;
  for (const [track, { constellation, maps }] of tracks.entries())
    for (const map of maps) {
      const field = pilotField(whitened, constellation, map);
      if (!field) continue;
      const { evidence, ...place } = placeEvidence(field);
      if (!best || evidence > best.evidence) best = { track, map, field, place, evidence };
    }
  return best;
}

/** From the middle outwards: each share begins where the one inside it ended. */
function fitPerspective({ field, place }: Lead): PlaceField {
  return PERSPECTIVE_SHARES.reduce<Place | PlaceField>(
    (start, share) => fitField(share < 1 ? centralBlocks(field, share) : field, PERSPECTIVE, start),
    place,
  ) as PlaceField;
}

function readStraightened(
  { whitened }: PictureView,
  tracks: readonly BentTrack[],
  lead: Lead,
  field: PlaceField,
): BentTry {
  const centre = placeAt(field, 0, 0, new Float64Array(field.model.modes));
  const spectrum = pictureSpectrum(straighten(whitened, lead.map, field, centre));
  const looks = lead.evidence >= EVIDENCE_CERTAIN ? LIST : 1;
  const detections = tracks.map(({ constellation, maps }, track) =>
    detectUnderMaps(spectrum, constellation, track === lead.track ? [lead.map] : maps, looks),
  );
  return { detections, looks };
}
