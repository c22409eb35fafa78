/**
 * Which changed regions were laid over the picture - captions, agency marks, stickers, arrows, bars of an application - and which replace
 * what it shows. What is laid over shows itself: flat ink in colours of ink, one opacity for each layer, sharp edges, the picture untouched
 * between the letters. What replaces content hides itself: it has the texture, the shading and the colours of a scene. How that is measured:
 * `overlayMeasure.ts`.
 * @module
 */
import { once } from '../../once.ts';
import type { AlignedPictures } from '../alignment/alignPictures.ts';
import { lumaOf } from '../globalFit/lumaChroma.ts';
import { connectedRegions, dilate, type Region } from '../regions/morphology.ts';
import { isGroundEmptied } from './emptiedGround.ts';
import { isFlattened } from './flattened.ts';
import type { Ink } from './inkLayers.ts';
import { isGroundLost } from './lostGround.ts';
import { isMargin } from './margin.ts';
import { isDrawing, isOpaqueOverlay, isOverlay, measureOverlay } from './overlayMeasure.ts';
import { differenceMin, distanceAt, inWhole, type RegionPixels, regionPixels } from './regionPixels.ts';

/**
 * Where more than this fraction of the quiet places beside differs too, a palette or a screen has made dots of ink of its own. Not of all places: in
 * small pictures JPEG alone changes more of what is textured.
 */
const DIFFERING_BESIDE_MAX = 0.1;
/** Quiet is a pixel from whose four neighbours the stored picture's luma differs by less, levels. */
const QUIET_STEP = 4;
/** Noise is that of the surroundings, up to this many px from the region, where those are textured: coding and resampling are off there. */
const SURROUNDINGS = 24;
const SURROUNDINGS_PIXELS_MIN = 100;
/** What is off by more, levels, was changed all over. */
const NOISE_AROUND_MAX = 5;
/** Nor is more than this fraction of the picture excused, however much ink lies beside it: a splice behind the end of a bar. */
const UNEXPLAINED_MAX = 0.005;
/** The median of |x| of normal noise, in standard deviations. */
const MEDIAN_DEVIATION = 0.6745;
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
  const hasDots = once(() => differingBeside(aligned, joined, noise) > DIFFERING_BESIDE_MAX);
  const isFlat = once(() => isFlattened(aligned, joined));
  const unexplainedMax = UNEXPLAINED_MAX * width * height;
  const inks: Ink[] = before === null ? [] : [...before.inks];
  const hasOthers = before?.isDrawn ?? false;
  let isDrawn = hasOthers;
  const isLaidOver = (region: Region): boolean => {
    const pixels = regionPixels(aligned, labels, region, Math.max(noise, noiseAround(aligned, joined, region)));
    if (isMargin(pixels, aligned.query, unexplainedMax)) return true;
    const adjoins = before !== null && touches(pixels, before.mask, width);
    const measure = measureOverlay(pixels, { hasOthers, isDrawnOn: isDrawn, adjoins, isFlattened: isFlat, inks });
    if (measure === null || measure.content * pixels.differing > unexplainedMax) return false;
    if (!(hasDots() ? isOpaqueOverlay(measure) : isOverlay(measure))) return false;
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

/** Robust standard deviation of what green is off by beside a region, levels; 0 where too little lies there. */
function noiseAround({ query, fitted, inside }: AlignedPictures, joined: Uint8Array, region: Region): number {
  const [left, top] = [Math.max(0, region.left - SURROUNDINGS), Math.max(0, region.top - SURROUNDINGS)];
  const right = Math.min(query.width, region.right + SURROUNDINGS);
  const bottom = Math.min(query.height, region.bottom + SURROUNDINGS);
  const off: number[] = [];
  for (let y = top; y < bottom; y++)
    for (let i = y * query.width + left, end = y * query.width + right; i < end; i++)
      if (inside[i] === 1 && joined[i] === 0)
        off.push(Math.abs((query.channels[1][i] as number) - (fitted.channels[1][i] as number)));
  if (off.length < SURROUNDINGS_PIXELS_MIN) return 0;
  const median = Float64Array.from(off).sort()[off.length >> 1] as number;
  return Math.min(NOISE_AROUND_MAX, median / MEDIAN_DEVIATION);
}

/** Fraction of the quiet pixels outside `joined` that differ, 0..1. */
function differingBeside({ query, fitted, inside }: AlignedPictures, joined: Uint8Array, noise: number): number {
  const min = differenceMin(noise);
  const { width, height } = query;
  const { data: luma } = lumaOf(fitted);
  const isNear = (i: number, to: number): boolean => Math.abs((luma[to] as number) - (luma[i] as number)) < QUIET_STEP;
  const isQuiet = (i: number): boolean =>
    isNear(i, i - 1) && isNear(i, i + 1) && isNear(i, i - width) && isNear(i, i + width);
  let differing = 0;
  let count = 1;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (inside[i] === 0 || joined[i] === 1 || !isQuiet(i)) continue;
      count++;
      if (distanceAt(query.channels, fitted.channels, i) > min) differing++;
    }
  return differing / count;
}
