/**
 * Compares a submitted picture with the stored one that it was registered to, and maps what was changed locally.
 * Recipe: resample the reference onto the query, remove residual misregistration and the picture-wide tone and colour
 * change, low-pass, compare local structure, detail, tone and colour, keep regions larger than chance makes.
 * Measured in bench/verdict; see docs/decisions/0004-registration-and-tamper.md.
 * @module
 */
import type { Plane, Raster, Size } from '../raster.ts';
import { describeGeometry } from '../registration/geometry.ts';
import type { Registration } from '../registration/registration.ts';
import { resizeBilinear } from '../signal/resample/resize.ts';
import { type AlignedPictures, layPictures } from './alignment/alignPictures.ts';
import { continuation } from './alignment/continuation.ts';
import { shotFacts } from './anotherShot/shotFacts.ts';
import { changedColour, coloursApart } from './regions/changedColour.ts';
import type { Changes } from './regions/changedRegions.ts';
import type { Comparison, DoubtfulRegions, TamperMap } from './comparison.ts';
import { keptDetail } from './regions/keptDetail.ts';
import { areaOf, either } from './regions/masks.ts';
import { onWhite } from './alignment/transparency.ts';
import { foreignFraction } from './alignment/foreignContent.ts';
import { lumaOf } from './globalFit/lumaChroma.ts';
import { toneChange } from './globalFit/toneShift.ts';
import { type JudgedPicture, judgedPicture } from './judgedPicture.ts';
import { overlayRegions } from './overlays/overlayRegions.ts';
import { BAD_NCC_FRACTION_MAX } from '../verdict/thresholds.ts';
import { wholePictureChange } from './wholePicture/wholePicture.ts';
import { SIDE_MAX_DEFAULT } from './workingSize.ts';

export interface CompareOptions {
  /** Long side of the working picture and of the map, px, 16..1024; default 640. */
  readonly sideMax?: number;
  /**
   * Whether it is measured if the two are two shots of one scene; default true. A mark that was read answers that already. Of pictures that
   * do not show the same at all it is not measured either way.
   */
  readonly measuresShot?: boolean;
}
const SIDE_MAX_LIMIT = 1024;
const SIDE_MIN = 16;

/**
 * @param submitted    may have transparent places, see `alignment/transparency.ts`
 * @param reference    the stored picture
 * @param registration query to reference, pixels of these very pictures
 * @throws {RangeError} if `sideMax` is out of range or the homography singular
 */
export function compareRegistered(
  submitted: Raster,
  reference: Raster,
  registration: Registration,
  options: CompareOptions = {},
): Comparison {
  const sideMax = options.sideMax ?? SIDE_MAX_DEFAULT;
  if (!(sideMax >= SIDE_MIN && sideMax <= SIDE_MAX_LIMIT))
    throw new RangeError(`compareRegistered: sideMax must be ${SIDE_MIN}..${SIDE_MAX_LIMIT}, got ${sideMax}`);
  const query = onWhite(submitted);
  const geometry = describeGeometry(registration.homography, query, reference, registration.mirrored);
  const laid = layPictures(query, reference, registration, geometry, sideMax);
  const asksForShot = options.measuresShot ?? true;
  const judged = judgedPicture(query, reference, laid, asksForShot);
  const { aligned, local, changes: found, overlay } = judged;
  const { mask, scores, doubtful, ...changes } = found;
  // Pictures that differ all over are told apart by that.
  const measuresShot = asksForShot && changes.badNccFraction < BAD_NCC_FRACTION_MAX;
  // What lies on the picture lies within it.
  const within = aligned.hidden ? either(aligned.covered, aligned.hidden) : aligned.covered;
  return {
    coverage: areaOf(within) / within.length,
    foreignFraction: foreignFraction(lumaOf(aligned.query), within),
    continuation: continuation(lumaOf(aligned.query), within),
    ...changes,
    changedColour: changedColour(aligned, mask),
    coloursApart: coloursApart(aligned, mask),
    keptDetail: keptDetail(aligned, mask, overlay),
    ...overlayRegions(overlay, aligned, query),
    tone: toneChange(aligned),
    whole: wholePictureChange(aligned, query, reference),
    shot: measuresShot ? shotBetween(query, judged.forShot()) : null,
    noise: local.noise,
    geometry,
    map: mapOf({ width: local.width, height: local.height, data: scores }, aligned.query, mask),
    doubtful: doubtful && doubtfulRegions(doubtful, aligned, { local, overlay }),
  };
}

const shotBetween = (query: Raster, { aligned, changes, overlay }: JudgedPicture): ReturnType<typeof shotFacts> =>
  shotFacts(aligned, query, changes.mask, overlay);

function doubtfulRegions(
  { mask, scores, largestRegionFraction, changedFraction, tamperScore, regions }: Changes,
  aligned: AlignedPictures,
  { local: { width, height }, overlay }: Pick<JudgedPicture, 'local' | 'overlay'>,
): DoubtfulRegions {
  return {
    largestRegionFraction,
    changedFraction,
    tamperScore,
    regions,
    changedColour: changedColour(aligned, mask),
    coloursApart: coloursApart(aligned, mask),
    keptDetail: keptDetail(aligned, mask, overlay),
    map: mapOf({ width, height, data: scores }, aligned.query, mask),
  };
}

/** Greys of the two sides: half the range for what is changed, a quarter for what merely differs. */
const CHANGED_FROM = 128;
const UNCHANGED_MAX = 63;

/** Within regions that count brighter with the certainty of their cells; outside them dark; black if none counts. */
function mapOf(scores: Plane, { width, height }: Size, mask: Uint8Array): TamperMap {
  const data = new Uint8Array(mask.length);
  if (!mask.includes(1)) return { width, height, data };
  const full = resizeBilinear(scores, width, height).data;
  for (let i = 0; i < data.length; i++)
    data[i] =
      mask[i] === 1
        ? Math.round(CHANGED_FROM + (255 - CHANGED_FROM) * (full[i] as number))
        : Math.round(UNCHANGED_MAX * (full[i] as number));
  return { width, height, data };
}
