/**
 * Which changed regions were laid over the picture - captions, agency marks, stickers, arrows, bars of an application - and which replace
 * what it shows. What is laid over shows itself: flat ink in colours of ink, one opacity for each layer, sharp edges, the picture untouched
 * between the letters. What replaces content hides itself: it has the texture, the shading and the colours of a scene. How that is measured:
 * `overlayMeasure.ts`.
 * @module
 */
import { once } from '../../once.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { connectedRegions, dilate, type Region } from '../regions/morphology.ts';
import { NOISE_MAX, noiseAround, noiseOnEdges, quietDifference } from './codingNoise.ts';
import { isGroundEmptied } from './emptiedGround.ts';
import { isFlattened } from './flattened.ts';
import type { Ink } from './inkLayers.ts';
import { isGroundLost } from './lostGround.ts';
import { isMargin } from './margin.ts';
import {
  isCodedOverlay,
  isDrawing,
  isOpaqueOverlay,
  isOverlay,
  measureOverlay,
  type OverlayMeasure,
} from './overlayMeasure.ts';
import { differenceMin, inWhole, noiseBelow, type RegionPixels, regionPixels } from './regionPixels.ts';

/** Nor is more than this fraction of the picture excused, however much ink lies beside it: a splice behind the end of a bar. */
const UNEXPLAINED_MAX = 0.005;
/** Regions nearer than twice this are one, px: the letters of a word. */
const JOINED = 4;

export interface Overlays {
  /** 1 on them, on the working picture, and around them as far as their edges reach. */
  readonly mask: Uint8Array;
  /** What they are drawn with: what is left of a bar is told by it, where nothing else tells. */
  readonly inks: readonly Ink[];
  /** Something was drawn: ink in a colour, or what is sharper by far than the picture. Thin things that are neither tell nothing of others. */
  readonly isDrawn: boolean;
}

/**
 * The part of the changed regions that was laid over.
 * @param changed 1 in the changed regions, on the working picture
 * @param noise   levels
 * @param before  what was told so far; null if there is none
 * @returns with what was told so far; null if nothing is added to that
 */
export function overlaysIn(
  aligned: AlignedPictures,
  changed: Uint8Array,
  noise: number,
  before: Overlays | null = null,
): Overlays | null {
  const { width, height } = aligned.query;
  const labels = new Int32Array(changed.length);
  const joined = dilate(changed, width, height, JOINED);
  const quiet = once(() => quietDifference(aligned, joined));
  // Where a tenth of the quiet places differs too, a palette or a screen has made dots of ink of its own, or much was lost to coding.
  const hasDots = once(() => quiet() > differenceMin(noise));
  const edges = once(() => noiseOnEdges(aligned, joined));
  const isFlat = once(() => isFlattened(aligned, joined));
  const unexplainedMax = UNEXPLAINED_MAX * width * height;
  const inks: Ink[] = before === null ? [] : [...before.inks];
  const hasOthers = before?.isDrawn ?? false;
  let isDrawn = hasOthers;
  const isLaidOver = (region: Region): boolean => {
    const around = Math.max(noise, noiseAround(aligned, joined, region));
    const pixels = regionPixels(aligned, labels, region, around);
    if (isMargin(pixels, aligned.query, unexplainedMax)) return true;
    const told = isInk(pixels, (measure) => (hasDots() ? isOpaqueOverlay : isOverlay)(measure));
    if (told !== null || noiseBelow(quiet()) > NOISE_MAX) return told === true;
    const coded = Math.max(around, edges(), noiseBelow(quiet()));
    if (differenceMin(coded) <= differenceMin(around) && !hasDots()) return false;
    return isInk(regionPixels(aligned, labels, region, coded), isCodedOverlay) === true;
  };
  /** Null where ink does not explain what differs, by the noise that it is looked at with. */
  const isInk = (pixels: RegionPixels, explains: (measure: OverlayMeasure) => boolean): boolean | null => {
    const adjoins = before !== null && touches(pixels, before.mask, width);
    const measure = measureOverlay(pixels, { hasOthers, isDrawnOn: isDrawn, adjoins, isFlattened: isFlat, inks });
    if (measure === null || measure.content * pixels.differing > unexplainedMax || !explains(measure)) return null;
    if (isGroundLost(aligned, pixels, measure, joined, adjoins)) return false;
    if (!adjoins && isGroundEmptied(aligned, pixels, measure, joined)) return false;
    inks.push(...measure.inks);
    isDrawn ||= isDrawing(measure);
    return true;
  };
  const regions = connectedRegions(joined, width, height, new Float32Array(changed.length), labels);
  const first = regions.filter(isLaidOver);
  // Letters on plain ground are told by those of their word that lie on other ground.
  const others =
    inks.length > 0 || isDrawn ? regions.filter((region) => !first.includes(region) && isLaidOver(region)) : [];
  const overlays = [...first, ...others];
  if (overlays.length === 0) return null;
  const told = new Uint8Array(labels.length + 1);
  for (const { label } of overlays) told[label] = 1;
  const mask = before === null ? new Uint8Array(labels.length) : before.mask.slice();
  for (let i = 0; i < mask.length; i++) if (told[labels[i] as number] === 1) mask[i] = 1;
  return { mask, inks, isDrawn };
}

/** Does the region reach into a mask of the working picture, of that width? */
function touches(pixels: RegionPixels, mask: Uint8Array, stride: number): boolean {
  return pixels.region.some((value, i) => value === 1 && mask[inWhole(pixels, i, stride)] === 1);
}
