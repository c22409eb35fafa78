/**
 * Makes of a query and its registered reference two pictures that differ only where the query was edited: same grid, no
 * residual misregistration, same tone, same low-pass.
 * @module
 */
import { once } from '../../once.ts';
import type { Plane, Raster, Size } from '../../raster.ts';
import type { Geometry } from '../../registration/geometry.ts';
import { compose, resizing } from '../../registration/homography.ts';
import type { Registration } from '../../registration/registration.ts';
import { resizeBilinear } from '../../signal/resample/resize.ts';
import { type ColourFit, fitColour, withColourFit } from '../globalFit/colourFit.ts';
import { halved, halfSize } from '../cues/localStatistics.ts';
import { type WindowDifferences, windowDifferences } from './asTheyAre.ts';
import { unbent } from './bend.ts';
import { withFringesOf } from './colourFringes.ts';
import { withFocusOf } from '../globalFit/focusField.ts';
import { fitLocalLight, fitToneField, withToneField } from '../globalFit/toneField.ts';
import { coloursOf, withinHull } from '../globalFit/paletteHull.ts';
import { beforeFall } from '../globalFit/lensFall.ts';
import { lumaOf } from '../globalFit/lumaChroma.ts';
import { sharedPlaces } from '../globalFit/sharedPlaces.ts';
import { either, without } from '../regions/masks.ts';
import { erode } from '../regions/morphology.ts';
import { type ColourPlanes, type WarpedReference, warpedReference } from './registeredColour.ts';
import { withoutSurround } from './plainSurround.ts';
import { underVeilAcross } from './veilAcross.ts';
import { underVeilAround } from './veilAround.ts';
import { workingSize } from '../workingSize.ts';
import { paletteOf } from '../wholePicture/palette.ts';
import { displacedPlanes, type Flow, residualFlow } from './residualFlow.ts';
import { lowPassed, lowPassOf, workingQuery } from './workingQuery.ts';

/** Pixels nearer than this to the edge of the overlap are mixed with what lies beyond by the low-pass. */
const EDGE_PX = 4;
/** Bound of the residual flow, half-grid px: 2.5 px of the working picture. */
const SHIFT_MAX = 1.25;

export interface AlignedPictures {
  /** The query at working size, as it is. */
  readonly query: ColourPlanes;
  /** 1 where the reference has a pixel, and no surround hides it. */
  readonly covered: Uint8Array;
  /** 1 where both low-passed pictures are free of what lies beyond the overlap. */
  readonly inside: Uint8Array;
  readonly queryLow: ColourPlanes;
  /** The reference laid on the query by the homography, and bent as by a lens where the query is, with its own tone: no scene is hidden by that. */
  readonly registered: ColourPlanes;
  /** The reference aligned, with its own tone, low-passed. */
  readonly referenceLow: ColourPlanes;
  /** The reference aligned with the query's tone, before the low-pass. */
  readonly fitted: ColourPlanes;
  /** The same low-passed. */
  readonly fittedLow: ColourPlanes;
  /** Without the tone field, low-passed; `fittedLow` itself where no field paid. */
  readonly globalLow: ColourPlanes;
  /** 1 where the stored picture is hidden: by a surround, or by a veil that lets little through (plainSurround.ts, veilAcross.ts, veilAround.ts); null if nothing is. */
  readonly hidden: Uint8Array | null;
}

/** The pictures on one grid, with nothing explained yet. */
export interface LaidPictures {
  /** The query at working size, and low-passed. */
  readonly query: ColourPlanes;
  readonly queryLow: ColourPlanes;
  /** The reference laid on it by the homography, filled where it has no pixel, and low-passed. */
  readonly laid: WarpedReference;
  readonly laidLow: ColourPlanes;
  /** 1 where both low-passed pictures are free of what lies beyond the overlap. */
  readonly inside: Uint8Array;
  /** How they differ as they are. */
  readonly windows: WindowDifferences;
  readonly inTone: () => TonedPicture;
}

/** The laid reference with what is done to all colours of the query, and nothing else. */
interface TonedPicture {
  readonly fit: ColourFit;
  readonly toned: ColourPlanes;
  readonly tonedLow: ColourPlanes;
}

/** @throws {RangeError} if the registration's homography is singular */
export function layPictures(
  query: Raster,
  reference: Raster,
  registration: Registration,
  geometry: Geometry,
  sideMax: number,
): LaidPictures {
  const size = workingSize(query, sideMax);
  const toReference = compose(registration.homography, resizing(size, query));
  if (!toReference) throw new RangeError('layPictures: the homography is singular');
  const density = (geometry.scale * size.width) / query.width;
  const { colour, low } = workingQuery(query, size);
  const laid = warpedReference(reference, toReference, geometry.cropBox, density, size);
  fillUncovered(laid, colour);
  const [laidLow, inside] = [lowPassed(laid), comparableIn(laid)];
  const inTone = once(() => tonedBy(low, laid, laidLow, inside));
  return {
    query: colour,
    queryLow: low,
    laid,
    laidLow,
    inside,
    windows: windowDifferences(low, laidLow, inside),
    inTone,
  };
}

function tonedBy(
  queryLow: ColourPlanes,
  picture: ColourPlanes,
  pictureLow: ColourPlanes,
  inside: Uint8Array,
): TonedPicture {
  const fit = fitColour(queryLow, pictureLow, inside);
  const toned = withColourFit(fit, picture);
  return { fit, toned, tonedLow: lowPassed(toned) };
}

const comparableIn = ({ covered, width, height }: WarpedReference): Uint8Array =>
  erode(covered, width, height, EDGE_PX);

/** The pictures as they are, with nothing explained (`asTheyAre.ts`). */
export function alignedAsTheyAre({ laid, laidLow, query, queryLow, inside }: LaidPictures): AlignedPictures {
  const reference = { registered: laid, referenceLow: laidLow, fitted: laid, fittedLow: laidLow, globalLow: laidLow };
  return { query, queryLow, inside, ...reference, covered: laid.covered, hidden: null };
}

/** The pictures as they are but for what is done to all colours. */
export function alignedInTone({ laid, laidLow, query, queryLow, inside, inTone }: LaidPictures): AlignedPictures {
  const { toned: fitted, tonedLow } = inTone();
  const reference = { registered: laid, referenceLow: laidLow, fitted, fittedLow: tonedLow, globalLow: tonedLow };
  return { query, queryLow, inside, ...reference, covered: laid.covered, hidden: null };
}

/** @param query, reference those that were laid, before any reduction */
export function alignPictures(
  { query: queryColour, queryLow, laid, inside: insideLaid, inTone }: LaidPictures,
  query: Raster,
  reference: Raster,
): AlignedPictures {
  const { registered, bent } = withFringesOf(queryColour, unbent(queryColour, laid));
  for (const picture of new Set([registered, bent])) if (picture !== laid) fillUncovered(picture, queryColour);
  const palette = paletteOf(query, reference);
  // A palette of few colours makes plain areas with edges of their own.
  const cut = palette ? bent : withoutSurround(queryColour, bent);
  const veil = underVeilAcross(queryColour, cut) ?? underVeilAround(queryColour, cut);
  const warped = veil?.laid ?? cut;
  const inside = warped === laid ? insideLaid : comparableIn(warped);
  // The fit needs aligned pictures and the flow equal colours (grey turns some edges of luma round): fit, flow, fit again.
  const {
    fit: first,
    toned,
    tonedLow,
  } = warped === laid ? inTone() : tonedBy(queryLow, warped, lowPassed(warped), inside);
  // Light that varies from place to place would be taken for displacement, too.
  const light = fitToneField(queryLow, tonedLow, inside);
  const lit = withToneField(light, tonedLow, toned);
  // The low-pass of luma is the luma of the low-passed picture.
  const litLuma = lowPassOf(lumaOf(lit));
  const aligned = alignedBy(flowBetween(lumaOf(queryLow), litLuma, inside), warped);
  const referenceLow = lowPassed(aligned);
  // Alignment does not change what was done to the colours, only how well it can be seen.
  const shared = sharedPlaces(queryLow, referenceLow, inside);
  // A curve that was fitted to colours in all lights is none of theirs in one.
  const evenLow = light.fall === null ? queryLow : beforeFall(light.fall, queryLow);
  const second = fitColour(evenLow, referenceLow, shared, first.model === null ? [] : [first.model]);
  // Fitted on low-passed pictures, applied before the low-pass: a tone curve of a mean is not the mean of a tone curve.
  const global = withColourFit(second, aligned);
  const globalLow = lowPassed(global);
  const field = withToneField(fitToneField(queryLow, globalLow, inside), globalLow, global);
  const fitted = palette ? withinHull(field, coloursOf(query)) : field;
  const fittedLow = fitted === global ? globalLow : lowPassed(fitted);
  const surround = cut === bent ? null : without(bent.covered, cut.covered);
  const hidden = veil && surround ? either(veil.hidden, surround) : (veil?.hidden ?? surround);
  const fits = { fitted, fittedLow, globalLow, hidden };
  return { query: queryColour, covered: warped.covered, inside, queryLow, registered, referenceLow, ...fits };
}

/** The same pictures, where light of places is taken for what it is. */
export function underLocalLight(aligned: AlignedPictures): AlignedPictures {
  const { queryLow, fitted, fittedLow, inside } = aligned;
  const lit = withToneField(fitLocalLight(queryLow, fittedLow, inside), fittedLow, fitted);
  return { ...aligned, fitted: lit, fittedLow: lowPassed(lit) };
}

/** The same pictures, where sharpness goes with the place. */
export function underFocus(aligned: AlignedPictures): AlignedPictures {
  const { query, fitted, inside } = aligned;
  const drawn = withFocusOf(query, fitted, inside);
  return { ...aligned, fitted: drawn, fittedLow: lowPassed(drawn) };
}

/** Beyond the reference the query stands in for it, so that the low-pass carries no false edge into the overlap. */
function fillUncovered(warped: WarpedReference, query: ColourPlanes): void {
  if (!warped.covered.includes(0)) return;
  for (let c = 0; c < 3; c++) {
    const out = warped.channels[c] as Float32Array;
    const source = query.channels[c] as Float32Array;
    for (let i = 0; i < out.length; i++) if (warped.covered[i] === 0) out[i] = source[i] as number;
  }
}

/** Residual flow on the half grid, half-grid pixels, of the luma of two pictures, low-passed and of the same colours. */
function flowBetween(query: Plane, reference: Plane, inside: Uint8Array): Flow {
  const { width, height } = halfSize(query);
  const everywhere = new Uint8Array(inside.length).fill(1);
  const halfLuma = (luma: Plane): Plane => ({ width, height, data: halved(luma.data, everywhere, query) });
  const fraction = halved(null, inside, query);
  const mask = new Uint8Array(fraction.length);
  for (let i = 0; i < mask.length; i++) mask[i] = fraction[i] === 1 ? 1 : 0;
  return residualFlow(halfLuma(query), halfLuma(reference), mask, SHIFT_MAX);
}

/** The picture read along a half-grid flow. */
function alignedBy(flow: Flow, picture: ColourPlanes): ColourPlanes {
  const { width, height } = picture;
  const fullFlow: Flow = { dx: enlarged(flow.dx, picture), dy: enlarged(flow.dy, picture) };
  const [r, g, b] = displacedPlanes(picture, picture.channels, fullFlow) as [Float32Array, Float32Array, Float32Array];
  return { width, height, channels: [r, g, b] };
}

/** Displacements of the half grid on the whole one, in its pixels. */
function enlarged({ data, ...half }: Plane, { width, height }: Size): Plane {
  const twice = new Float32Array(data.length);
  for (let i = 0; i < twice.length; i++) twice[i] = 2 * (data[i] as number);
  return resizeBilinear({ ...half, data: twice }, width, height);
}
