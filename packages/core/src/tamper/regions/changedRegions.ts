/**
 * From ratios to regions: threshold, opening, connected components, what counts among them, and their shapes.
 * @module
 */
import { once } from '../../once.ts';
import type { Size } from '../../raster.ts';
import type { Comparison, TamperRegion } from '../comparison.ts';
import type { LocalDifference } from '../cues/localDifference.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import { type Extent, highestStep, openedValues } from './areaLevels.ts';
import { halfSize } from '../cues/localStatistics.ts';
import { connectedRegions, dilate, type Region } from './morphology.ts';
import { regionShape, type Shape } from './regionShape.ts';
import { SCAN_THRESHOLDS } from '../cues/windowScan.ts';

/**
 * The picture was edited if a region covers either fraction of the overlap at that ratio, what is large need not be strong; if small regions,
 * none of them enough alone, cover `fractionTogether` at the strong ratio with texture that does not correlate, each less `fractionEach`, which chance leaves in a place or two; or if a
 * window of the scan counts. Of 384 unedited pictures of part `tune` none has a strength above 0.91 by them (docs/decisions/0004-registration-and-tamper.md).
 */
export const CHANGE_THRESHOLDS = {
  ratioLarge: 2.34,
  fractionLarge: 0.008,
  ratioStrong: 3.41,
  fractionStrong: 0.003,
  fractionTogether: 0.004,
  fractionEach: 0.0003,
  windows: SCAN_THRESHOLDS,
} as const;
/** Once it was edited, regions are told from this part of the ratios on: the edges of an edit are weaker than its middle. */
const SEEN = 1 / 1.3;
/** Where one region is told, others of this fraction at the strong ratio are told too. */
const FRACTION_LISTED = 0.001;
const REGIONS_MAX = 32;
/** Largest strength told. */
const STRENGTH_MAX = 4;
/**
 * What the most different fiftieth of the background may reach, in ratios, before it raises the thresholds. After recompression,
 * resizing and tone changes it stays below; after local contrast enhancement, palettes or photos of a screen it reaches 2.
 */
const BACKGROUND_CALM = 1.25;
const BACKGROUND_QUANTILE = 0.98;
/** Cells around a region that may belong to it: three standard deviations of the windows. */
const BACKGROUND_DISTANCE = 6;
/** With less background than this, fraction of the overlap, nothing is known of it. */
const BACKGROUND_MIN = 0.1;
/** The strength is told to a hundredth. */
const STRENGTH_STEPS = 512;
const STRENGTH_STEP = STRENGTH_MAX / STRENGTH_STEPS;

export type Changes = Pick<
  Comparison,
  | 'largestRegionFraction'
  | 'changedFraction'
  | 'changeStrength'
  | 'backgroundChange'
  | 'tamperScore'
  | 'regions'
  | 'badNccFraction'
> & {
  /** 1 inside the regions that count; on the working picture. */
  readonly mask: Uint8Array;
  /** Certainty of every cell of the half grid that it was edited, 0..1. */
  readonly scores: Float32Array;
};

/** What one looks at; where nothing counts, also what would count first were the thresholds lower. */
export interface ChangesFound extends Changes {
  /** Null where something counts, or nothing comes near. */
  readonly doubtful: Changes | null;
}

/** Strength from which a region that does not count is looked at by other means. */
const DOUBTFUL_FROM = 0.6;
/** The strongest region is just above thresholds lowered to its own strength. */
const JUST_BELOW = 0.999;

/** Certainty that a cell of this ratio was edited, 0..1: 1/2 where large regions begin, 1 above strong ones. */
const scoreOf = (ratio: number): number =>
  Math.min(1, Math.max(0, ratio / (SEEN * CHANGE_THRESHOLDS.ratioLarge) - 0.5));

function scoresOf(ratios: Float32Array): Float32Array {
  const out = new Float32Array(ratios.length);
  for (let i = 0; i < out.length; i++) out[i] = scoreOf(ratios[i] as number);
  return out;
}

/**
 * Where what differs stands out against the rest of the picture: with b the upper fiftieth of the ratios outside the regions found,
 * all thresholds are raised by max(1, b / 1.25). What was done to the whole picture and no fit explains is in b.
 * @param working size of the working picture
 * @param query   regions are told in its pixels
 * @param overlay 1 on the working picture where something was laid over it; null if nothing was
 */
export function changedRegions(
  difference: LocalDifference,
  working: Size,
  query: Size,
  overlay: Uint8Array | null = null,
): ChangesFound {
  let overlap = 0;
  for (let i = 0; i < difference.valid.length; i++) overlap += difference.valid[i] as number;
  const opened = openedValues(difference.ratio, difference);
  const whole = { ...difference, opened, replaced: replacedValues({ ...difference, opened }, working, overlay) };
  const strengthAlone = changeStrength(whole, overlap);
  const alone = strengthAlone < 1 ? nothingListed(whole) : listedRegions(whole, overlap);
  const background = strengthAlone < 1 ? 1 : backgroundChange(whole, alone, overlap);
  const local = dividedBy(background, whole);
  const strength = background === 1 ? strengthAlone : changeStrength(local, overlap);
  const seen = strength < 1 ? nothingListed(local) : background === 1 ? alone : listedRegions(local, overlap);
  const told = (from: Opened, listed: Listed): Changes => ({
    ...shapedRegions(from, listed, overlap, working, query),
    changeStrength: strength,
    backgroundChange: background,
  });
  const changes = told(local, seen);
  if (strength >= 1 || strength < DOUBTFUL_FROM) return { ...changes, doubtful: null };
  const lowered = dividedBy(JUST_BELOW * strength, local);
  const first = listedRegions(lowered, overlap);
  return { ...changes, doubtful: first.listed.length > 0 ? told(lowered, first) : null };
}

/** The shapes of the regions listed, and what they take of the overlap. */
function shapedRegions(
  local: Opened,
  { listed, labels, scores }: Listed,
  overlap: number,
  working: Size,
  query: Size,
): Omit<Changes, 'changeStrength' | 'backgroundChange'> {
  const cells = { width: local.width, height: local.height };
  const shaped = listed
    .slice(0, REGIONS_MAX)
    .map((region) => ({ region, shape: regionShape(local.evidence(), working, region, labels, cells) }))
    .sort((a, b) => b.shape.area - a.shape.area);
  const mask = new Uint8Array(working.width * working.height);
  for (const { shape } of shaped) paint(shape, working, mask);
  let covered = 0;
  if (shaped.length > 0) for (let i = 0; i < mask.length; i++) covered += mask[i] as number;
  // The overlap is counted in cells of four pixels.
  const pixels = Math.max(1, 4 * overlap);
  return {
    largestRegionFraction: Math.min(1, (shaped[0]?.shape.area ?? 0) / pixels),
    changedFraction: Math.min(1, covered / pixels),
    tamperScore: shaped[0] ? scoreOf(shaped[0].region.mean) : 0,
    regions: shaped.map(({ region, shape }) => regionOf(shape, scoreOf(region.mean), working, query)),
    badNccFraction: badNccFraction(local, listed[0] ?? null),
    mask,
    scores,
  };
}

/** A cell belongs to an area if it does in one that is 3 cells = 6 px wide. */
interface Opened extends LocalDifference {
  readonly opened: Float32Array;
  /**
   * The same where small regions count together, else 0: where texture does not correlate, for light leaves small regions at its edges and keeps the
   * structure, and not beside what was laid over the picture, for of its edges coding leaves many.
   */
  readonly replaced: Float32Array;
}

function replacedValues(
  { opened, bad }: Pick<Opened, 'opened' | 'bad'>,
  working: Size,
  overlay: Uint8Array | null,
): Float32Array {
  const beside = overlay && dilate(overlay, working.width, working.height, 2 * BACKGROUND_DISTANCE);
  const { width, height } = halfSize(working);
  const out = new Float32Array(opened.length);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      if (bad[i] === 1 && (beside === null || beside[2 * y * working.width + 2 * x] === 0))
        out[i] = opened[i] as number;
  return out;
}

/** By how much the thresholds rise, >= 1. */
function backgroundChange(
  { width, height, ratio, valid }: Opened,
  { listed, labels }: Listed,
  overlap: number,
): number {
  const told = new Uint8Array(listed.reduce((last, { label }) => Math.max(last, label), 0) + 1);
  for (const { label } of listed) told[label] = 1;
  const changed = new Uint8Array(labels.length);
  for (let i = 0; i < changed.length; i++) changed[i] = told[labels[i] as number] ?? 0;
  const near = dilate(changed, width, height, BACKGROUND_DISTANCE);
  let count = 0;
  const beside = new Float32Array(ratio.length);
  for (let i = 0; i < ratio.length; i++) if (valid[i] === 1 && near[i] === 0) beside[count++] = ratio[i] as number;
  if (count < BACKGROUND_MIN * overlap) return 1;
  const most = ranked(beside.subarray(0, count), Math.floor(BACKGROUND_QUANTILE * (count - 1))) ?? 0;
  return Math.max(1, most / BACKGROUND_CALM);
}

/** The same picture with every cue in units of its background; what is lost was told against the rest already. */
function dividedBy(background: number, local: Opened): Opened {
  if (background === 1) return local;
  // A loop, for typed arrays' own `map` takes several times as long.
  const divided = (cue: Float32Array): Float32Array => {
    const out = new Float32Array(cue.length);
    for (let i = 0; i < out.length; i++) out[i] = (cue[i] as number) / background;
    return out;
  };
  const { strength, marked } = local.windows;
  return {
    ...local,
    ratio: divided(local.ratio),
    opened: divided(local.opened),
    replaced: divided(local.replaced),
    windows: { strength: strength / background, marked: once(() => divided(marked())) },
  };
}

interface Listed {
  /** All of them: more are left out of the background than are told. */
  readonly listed: readonly Region[];
  /** Of the cells, see `connectedRegions`. */
  readonly labels: Int32Array<ArrayBuffer>;
  readonly scores: Float32Array;
}

const nothingListed = ({ ratio }: Opened): Listed => ({
  listed: [],
  labels: new Int32Array(ratio.length),
  scores: new Float32Array(0),
});

/** What stands out place by place; where only the windows of the scan do, what they marked. */
function listedRegions(local: Opened, overlap: number): Listed {
  const labels = new Int32Array(local.ratio.length);
  const { width, height, ratio, windows, lost } = local;
  const { ratioLarge, fractionLarge, ratioStrong, fractionStrong, fractionTogether, fractionEach } = CHANGE_THRESHOLDS;
  const found = connectedRegions(areaAbove(local.opened, SEEN * ratioLarge), width, height, ratio, labels);
  const strong = areasWithin(labels, areaAbove(local.opened, SEEN * ratioStrong));
  const strongArea = ({ label }: Region): number => strong[label] as number;
  const counts = (region: Region): boolean =>
    region.area > fractionLarge * overlap || strongArea(region) > fractionStrong * overlap;
  const replaced = areasWithin(labels, areaAbove(local.replaced, SEEN * ratioStrong));
  const beyond = ({ label }: Region): number => Math.max(0, (replaced[label] as number) - fractionEach * overlap);
  const countTogether = found.reduce((sum, region) => sum + beyond(region), 0) > fractionTogether * overlap;
  if (countTogether || found.some(counts)) {
    // Weaker ones among many are of the same hand, or would hide the others as background.
    const least = (countTogether ? fractionEach : FRACTION_LISTED) * overlap;
    const listed = found.filter((region) => counts(region) || strongArea(region) > least);
    return { listed, labels, scores: scoresOf(ratio) };
  }
  const marked = new Uint8Array(ratio.length);
  const ofWindows = windows.marked();
  const certainty = new Float32Array(ratio.length);
  for (let i = 0; i < certainty.length; i++) {
    const mark = Math.max(ofWindows[i] as number, lost.marked[i] as number);
    if (mark > 0) marked[i] = 1;
    certainty[i] = Math.max(ratio[i] as number, SEEN * ratioLarge * mark);
  }
  const regions = connectedRegions(marked, width, height, certainty, labels);
  const listed = regions.filter(({ area }, i) => i === 0 || area > FRACTION_LISTED * overlap);
  return { listed, labels, scores: scoresOf(certainty) };
}

/** 1 where the ratio is reached in an area. */
function areaAbove(opened: Float32Array, ratioMin: number): Uint8Array {
  const out = new Uint8Array(opened.length);
  for (let i = 0; i < out.length; i++) if ((opened[i] as number) >= ratioMin) out[i] = 1;
  return out;
}

/** Cells of each label where `mask` is 1; by label. */
function areasWithin(labels: Int32Array, mask: Uint8Array): Int32Array {
  const areas = new Int32Array(labels.length + 1);
  for (let i = 0; i < labels.length; i++)
    if (labels[i] !== 0 && mask[i] === 1) areas[labels[i] as number] = (areas[labels[i] as number] as number) + 1;
  return areas;
}

/** The largest of the strengths of all thresholds: by which factor the cues could be divided until nothing counts. */
function changeStrength(local: Opened, overlap: number): number {
  const { ratioStrong, fractionStrong, ratioLarge, fractionLarge, fractionTogether, fractionEach } = CHANGE_THRESHOLDS;
  const reached = (values: Float32Array, ratio: number, extent: Extent): number =>
    STRENGTH_STEP * highestStep(values, local, STRENGTH_STEP * ratio, STRENGTH_STEPS, extent);
  const all = { total: fractionTogether * overlap, each: fractionEach * overlap };
  const strength = Math.max(
    reached(local.opened, ratioStrong, { one: fractionStrong * overlap }),
    reached(local.opened, ratioLarge, { one: fractionLarge * overlap }),
    reached(local.replaced, ratioStrong, { all }),
  );
  return Math.min(STRENGTH_MAX, Math.max(strength, local.windows.strength, local.lost.strength));
}

function paint({ left, top, width, height, mask }: Shape, working: Size, out: Uint8Array): void {
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) if (mask[i] === 1) out[(top + y) * working.width + left + x] = 1;
}

function regionOf({ left, top, width, height, mask }: Shape, score: number, working: Size, query: Size): TamperRegion {
  let [x0, y0, x1, y1] = [width, height, 0, 0];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      if (mask[i] === 0) continue;
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x + 1);
      y0 = Math.min(y0, y);
      y1 = Math.max(y1, y + 1);
    }
  const scaleX = query.width / working.width;
  const scaleY = query.height / working.height;
  const x = Math.floor((left + x0) * scaleX);
  const y = Math.floor((top + y0) * scaleY);
  const w = Math.min(query.width, Math.ceil((left + x1) * scaleX)) - x;
  const h = Math.min(query.height, Math.ceil((top + y1) * scaleY)) - y;
  return { x, y, w, h, score };
}

/** A changed region whose box is larger than this fraction of the grid is no local edit. */
const LOCAL_BOX_MAX = 0.5;
/** With less of the textured cells than this outside of the box, the rest vouches for nothing: two pages share a letterhead. */
const REST_TEXTURED_MIN = 1 / 3;

/**
 * Fraction of the textured cells whose correlation is bad. The box of the largest changed region is left out while it is
 * local, for one replaced object may hold much of a picture's texture, but a picture of another moment differs all over. Where too little texture
 * lies outside, the box alone speaks.
 */
function badNccFraction({ width, height, textured, bad }: LocalDifference, largest: Region | null): number {
  const boxArea = largest ? (largest.right - largest.left) * (largest.bottom - largest.top) : 0;
  const box = boxArea <= LOCAL_BOX_MAX * width * height ? largest : null;
  let [allTextured, allBad, boxTextured, boxBad] = [0, 0, 0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    const isRowOfBox = box !== null && y >= box.top && y < box.bottom;
    for (let x = 0; x < width; x++, i++) {
      allTextured += textured[i] as number;
      allBad += bad[i] as number;
      if (!isRowOfBox || x < box.left || x >= box.right) continue;
      boxTextured += textured[i] as number;
      boxBad += bad[i] as number;
    }
  }
  const restTextured = allTextured - boxTextured;
  if (boxTextured > 0 && restTextured < REST_TEXTURED_MIN * allTextured) return boxBad / boxTextured;
  return restTextured === 0 ? 0 : (allBad - boxBad) / restTextured;
}
