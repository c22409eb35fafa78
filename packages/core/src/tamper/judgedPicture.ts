/**
 * What was changed in a picture, under the simplest of the models that explain the rest: nothing was done to it; something was laid over it and nothing else was done; or
 * all that is known of what is done to whole pictures, and light and sharpness of a place at last.
 * @module
 */
import type { Raster, Size } from '../raster.ts';
import {
  alignedAsTheyAre,
  alignedInTone,
  type AlignedPictures,
  alignPictures,
  type LaidPictures,
  underFocus,
  underLocalLight,
} from './alignment/alignPictures.ts';
import { agreeAsTheyAre, type DifferingPart, differingPart, windowDifferences } from './alignment/asTheyAre.ts';
import { withoutSurround } from './alignment/plainSurround.ts';
import { type LocalDifference, localDifference, noiseIn } from './cues/localDifference.ts';
import { isMostlyOneInk } from './overlays/mostlyOneInk.ts';
import { type Overlays, overlaysIn } from './overlays/overlaysIn.ts';
import { changedColour, isPlainIn } from './regions/changedColour.ts';
import { changedRegions, type ChangesFound } from './regions/changedRegions.ts';
import { areaOf, without } from './regions/masks.ts';

export interface JudgedPicture {
  readonly aligned: AlignedPictures;
  readonly local: LocalDifference;
  readonly changes: ChangesFound;
  /** 1 where something was laid over the picture; null if nothing was. */
  readonly overlay: Uint8Array | null;
}

export interface JudgedForShot extends JudgedPicture {
  /** The same as it is looked at for whether the two are two shots of one scene. */
  readonly forShot: () => JudgedPicture;
}

/**
 * @param asksForShot whether the two may be two shots of one scene: what tells that was learnt of pictures that everything was explained of
 */
export function judgedPicture(
  query: Raster,
  reference: Raster,
  laid: LaidPictures,
  asksForShot: boolean,
): JudgedForShot {
  const plain = (asksForShot ? null : unchangedIn(laid, query)) ?? laidOverIn(laid, query);
  if (plain?.changes.doubtful === null) return asItIs(plain);
  const replaced = plain === null ? replacedIn(laid, query) : null;
  if (replaced?.changes.doubtful === null) return { ...replaced, forShot: () => explained(laid, query, reference) };
  return asItIs(weaker(plain, explained(laid, query, reference)));
}

const asItIs = (judged: JudgedPicture): JudgedForShot => ({ ...judged, forShot: () => judged });

/** Null where pictures do not agree as they are, or something in them counts, or comes near: all explanations are asked then. */
function unchangedIn(laid: LaidPictures, query: Size): JudgedPicture | null {
  if (!agreeAsTheyAre(laid.windows)) return null;
  const aligned = alignedAsTheyAre(laid);
  const local = localDifference(aligned);
  const changes = changedRegions(local, aligned.query, query);
  const isUnchanged = changes.regions.length === 0 && changes.doubtful === null;
  return isUnchanged ? { aligned, local, changes, overlay: null } : null;
}

/** Of the picture so much at least is laid over where that is looked for before anything is explained. */
const LAID_OVER_MIN = 0.05;

/**
 * The pictures as they are, where they agree but for something large that was laid over: which fits would bend everything else to. Null where
 * it is something else, or something else counts beside it: all explanations are asked then, too.
 */
function laidOverIn(laid: LaidPictures, query: Size): JudgedPicture | null {
  const part = differingPart(laid.windows, laid.query, LAID_OVER_MIN);
  if (part === null) return null;
  const aligned = alignedAsTheyAre(laid);
  if (!isMostlyOneInk(aligned, part.withSurroundings, noiseIn(aligned))) return null;
  const judged = changesBesideOverlays(aligned, query);
  const isLarge = judged.overlay !== null && areaOf(judged.overlay) >= LAID_OVER_MIN * judged.overlay.length;
  return isLarge && judged.changes.regions.length === 0 ? judged : null;
}

/** Of the picture so much at least was replaced where that is looked for before anything is explained: a few windows. */
const REPLACED_MIN = 0.005;

/**
 * The pictures as they are, or in one tone, where they agree but for a part that shows something else: no tone, light or sharpness makes one content of
 * another, but fields that follow a place fit it more smoothly than it counts. Null where the part keeps its structure, or nothing counts: all
 * explanations are asked then.
 */
function replacedIn(laid: LaidPictures, query: Size): JudgedPicture | null {
  const part = differingPart(laid.windows, laid.query, REPLACED_MIN);
  if (part !== null) return replacedWithin(part, laid, alignedAsTheyAre(laid), query);
  const inTone = alignedInTone(laid);
  const windows = windowDifferences(inTone.queryLow, inTone.fittedLow, inTone.inside);
  const other = differingPart(windows, laid.query, REPLACED_MIN);
  return other && replacedWithin(other, laid, inTone, query);
}

function replacedWithin(
  part: DifferingPart,
  laid: LaidPictures,
  aligned: AlignedPictures,
  query: Size,
): JudgedPicture | null {
  if (changedColour(aligned, part.itself).structure >= SAME_CONTENT_MIN || hasSurround(laid)) return null;
  const judged = changesBesideOverlays(aligned, query);
  return judged.overlay === null && judged.changes.regions.length > 0 ? judgedAnew(judged, query) : null;
}

/** A plain surround replaces what it hides, too, and was cut off rather than forged. */
const hasSurround = ({ query, laid }: LaidPictures): boolean => withoutSurround(query, laid) !== laid;

/** With all explanations of what was done to the whole. */
const explained = (laid: LaidPictures, query: Raster, reference: Raster): JudgedPicture =>
  judgedAnew(changesBesideOverlays(alignPictures(laid, query, reference), query), query);

/** The one in which less stands out. */
const weaker = (plain: JudgedPicture | null, other: JudgedPicture): JudgedPicture =>
  plain !== null && plain.changes.changeStrength < other.changes.changeStrength ? plain : other;

/** Once the strongest overlays are left out, weaker ones are told. */
const OVERLAY_ROUNDS = 4;

/** What was changed where nothing was laid over the picture. */
function changesBesideOverlays(aligned: AlignedPictures, query: Size): JudgedPicture {
  let seen = aligned;
  let overlays: Overlays | null = null;
  for (let round = 0; ; round++) {
    const local = localDifference(seen);
    const overlay: Uint8Array | null = overlays?.mask ?? null;
    const changes = changedRegions(local, aligned.query, query, overlay);
    const more: Overlays | null =
      round < OVERLAY_ROUNDS && changes.regions.length > 0
        ? overlaysIn(seen, changes.mask, local.noise, overlays)
        : null;
    if (more === null) return { aligned, local, changes, overlay };
    overlays = more;
    seen = { ...aligned, inside: without(aligned.inside, more.mask) };
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
