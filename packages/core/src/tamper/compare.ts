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
import {
  alignedAsTheyAre,
  type AlignedPictures,
  alignPictures,
  layPictures,
  underFocus,
  underLocalLight,
} from './alignment/alignPictures.ts';
import { continuation } from './alignment/continuation.ts';
import { shotFacts } from './anotherShot/shotFacts.ts';
import { changedColour, coloursApart, isPlainIn } from './regions/changedColour.ts';
import { type Changes, changedRegions, type ChangesFound } from './regions/changedRegions.ts';
import type { Comparison, DoubtfulRegions, TamperMap } from './comparison.ts';
import { keptDetail } from './regions/keptDetail.ts';
import { areaOf, either, without } from './regions/masks.ts';
import { onWhite } from './alignment/transparency.ts';
import { foreignFraction } from './alignment/foreignContent.ts';
import { type LocalDifference, localDifference } from './cues/localDifference.ts';
import { lumaOf } from './globalFit/lumaChroma.ts';
import { toneChange } from './globalFit/toneShift.ts';
import { overlayMask } from './overlays/overlayMask.ts';
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
  // What tells another shot from a copy was learnt of pictures that everything was explained of.
  const plain = asksForShot ? null : unchangedIn(alignedAsTheyAre(laid), query);
  const judged = plain ?? judgedAnew(changesBesideOverlays(alignPictures(laid, query, reference), query), query);
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
    shot: measuresShot ? shotFacts(aligned, query, mask, overlay) : null,
    noise: local.noise,
    geometry,
    map: mapOf({ width: local.width, height: local.height, data: scores }, aligned.query, mask),
    doubtful: doubtful && doubtfulRegions(doubtful, aligned, { local, overlay }),
  };
}

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

interface JudgedPicture {
  readonly aligned: AlignedPictures;
  readonly local: LocalDifference;
  readonly changes: ChangesFound;
  /** 1 where something was laid over the picture; null if nothing was. */
  readonly overlay: Uint8Array | null;
}

/** Null where pictures do not agree as they are, or something in them counts, or comes near: all explanations are asked then. */
function unchangedIn(aligned: AlignedPictures | null, query: Size): JudgedPicture | null {
  if (aligned === null) return null;
  const local = localDifference(aligned);
  const changes = changedRegions(local, aligned.query, query);
  const isUnchanged = changes.regions.length === 0 && changes.doubtful === null;
  return isUnchanged ? { aligned, local, changes, overlay: null } : null;
}

/** Once the strongest overlays are left out, weaker ones are told. */
const OVERLAY_ROUNDS = 4;

/** What was changed where nothing was laid over the picture. */
function changesBesideOverlays(aligned: AlignedPictures, query: Size): JudgedPicture {
  let seen = aligned;
  let overlay: Uint8Array | null = null;
  for (let round = 0; ; round++) {
    const local = localDifference(seen);
    const changes = changedRegions(local, aligned.query, query, overlay);
    const more: Uint8Array | null =
      round < OVERLAY_ROUNDS && changes.regions.length > 0
        ? overlayMask(seen, changes.mask, local.noise, overlay)
        : null;
    if (more === null) return { aligned, local, changes, overlay };
    overlay = overlay === null ? more : either(overlay, more);
    seen = { ...seen, inside: without(seen.inside, more) };
  }
}

/** Correlation of structure from which a region may be drawn softly and not replaced: replaced content has a half at most. */
const SAME_CONTENT_MIN = 0.5;
/**
 * Light changes chroma by no more than this part of what it changes luma by, and recolours by more: where structure tells that the same is
 * shown, and where the stored picture is too plain to tell.
 */
const LIT_CHROMA_MAX = { same: 1, plain: 0.5 } as const;
/** By so much an explanation must make the strongest difference smaller: what merely fits a little better explains nothing. */
const EXPLAINED_MIN = 1.3;

/**
 * Where regions merely became lighter or darker and nothing that they showed is gone, light of a place may explain them; sharpness that goes with the place, where they keep their
 * structure. It does if under it nothing counts any more, at their edges either: then the picture is judged so, else as before.
 */
function judgedAnew(judged: JudgedPicture, query: Size): JudgedPicture {
  const { aligned, changes, overlay } = judged;
  if (changes.regions.length === 0) return judged;
  const { luma, chroma, structure } = changedColour(aligned, changes.mask);
  const isSoft = structure >= SAME_CONTENT_MIN;
  const isLit =
    (isSoft && chroma <= LIT_CHROMA_MAX.same * luma) ||
    (chroma <= LIT_CHROMA_MAX.plain * luma && isPlainIn(aligned, changes.mask));
  for (const explained of [...(isLit ? [underLocalLight] : []), ...(isSoft ? [underFocus] : [])]) {
    const seen = explained(aligned);
    const local = localDifference(overlay === null ? seen : { ...seen, inside: without(seen.inside, overlay) });
    const left = changedRegions(local, seen.query, query, overlay);
    if (left.regions.length === 0 && EXPLAINED_MIN * left.changeStrength < changes.changeStrength)
      return { aligned: seen, local, changes: left, overlay };
  }
  return judged;
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
