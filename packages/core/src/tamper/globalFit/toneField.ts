/**
 * A tone change that varies smoothly over the picture: vignettes, light that falls off or in, glare, veils, local contrast enhancement,
 * local tone mapping. What the fit of the whole picture leaves, e = q - f, is fitted by a field over place and level together,
 *     d(x, y, l) = sum_c b_c(x, y, l) v_c,   for each of R, G, B,
 * with b_c the trilinear weights of the cells of a coarse grid (toneGrid.ts). The level l that leads is one of two: the luma of f, by
 * which local contrast and tone mapping go, or the channel's own, by which light goes: it is dimmed or added in each channel by itself.
 * Cauchy weights keep an edit smaller than a cell from bending the field, and places whose structure is another one have no weight, since
 * a tone change keeps structure and a splice does not. Before the grids light may fall off with the distance from the middle (lensFall.ts). Finer grids are nested in coarser ones: each explains what the one before leaves,
 * and is kept only if it lowers
 *     sum_p t_p (ln s + ln(1 + (m_p / s)^2)) + (k / 2) ln n,   n patches p of the overlap, t their trust, m their |mean residual|,
 *     s its median, k parameters in use
 * (Schwarz 1978, with Cauchy's likelihood, in which corners that darkened count although most of the picture did not change), so that a
 * picture without such a change gets no field; of the two levels that which lowers it more.
 * @module
 */
import { once } from '../../once.ts';
import type { Size } from '../../raster.ts';
import { difference } from '../../signal/difference.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import { type LocalMoments, localMoments } from '../cues/localStatistics.ts';
import { copyOf } from './colourMixing.ts';
import { lumaOf } from './lumaChroma.ts';
import type { ColourPlanes } from '../alignment/registeredColour.ts';
import { samplesAt } from './samplesAt.ts';
import { FALL_MODELS, fallAt, fallTerms, fitLensFall, isLight, type LensFall } from './lensFall.ts';
import { addGrids } from './gridField.ts';
import type { OfChannels, ToneGrid } from './gridReader.ts';
import type { GridSamples } from './gridSums.ts';
import { descend, emptyGrid } from './toneGrid.ts';

/** Cells along the longer side and along the range of levels; what a cell cannot resolve, the field cannot explain away. */
const GRIDS = [
  { across: 2, levels: 3 },
  { across: 4, levels: 4 },
  { across: 8, levels: 6 },
] as const;
/** Cells of light of a place, a lamp or a window in a glass, and of shadows, along the longer side: nested, too. */
const LOCAL_LIGHT = { across: [12, 24], levels: 3, ridge: 0.2 } as const;
/** Weight of "no change" in a cell, samples. */
const RIDGE = 4;
/**
 * Every n-th line and column is sampled: the pictures are low-passed, and cells are many pixels wide. With every fifth the corners of a
 * vignette stayed, and were taken for edits.
 */
const STRIDE = 3;
/** Side of the patches whose residuals count as one independent observation, px of the working picture. */
const PATCH = 16;
/** A patch with fewer samples than this part of its area tells nothing. */
const PATCH_FILLED_MIN = 0.5;
/** Differences below this are anybody's rounding, levels: they pay for no parameter. */
const SCALE_FLOOR = 1;
/**
 * Light that leaves all patches of the same structure but a fiftieth nearer than this, levels, is not looked for: no measure of what was
 * edited begins so low.
 */
const NOTICED_MIN = 1;
const NOTICED_AT = 0.98;
/** Half width of the windows in which structure is compared, half-grid cells, two passes: a Gaussian of sigma 5.7 px. */
const STRUCTURE_RADIUS = 3;
/** Local correlations between which the weight rises from 0 to 1. */
const CORRELATION_NONE = 0.3;
const CORRELATION_FULL = 0.8;
/** Contrast kept, between which it rises, too. */
const KEPT_NONE = 0.25;
const KEPT_FULL = 0.5;
/** Variance below which a place has no structure to compare, levels^2, and its weight. */
const FLAT_VARIANCE = 4;
const FLAT_WEIGHT = 0.5;
/** The fewest cells that a grid can have in use: the corners of one. */
const CELLS_MIN = 8;
const LEVEL_MAX = 255;

/** Which level leads into the cells. */
type Guide = 'luma' | 'channel';

export interface ToneField {
  /** What is done to the picture first; null if that does not pay. */
  readonly fall: LensFall | null;
  readonly guide: Guide;
  /** Added one after the other; empty if no field pays. */
  readonly grids: readonly ToneGrid[];
}

/** What of the picture the fit looks at: places, levels and what remains there. */
interface Samples extends Omit<GridSamples, 'guide' | 'trust'> {
  readonly guides: Readonly<Record<Guide, GridSamples['guide']>>;
  /** Does the place show the same structure in both? Looked at only where a field may pay. */
  readonly trust: () => Float32Array;
}

/**
 * @param query, fitted low-passed, `fitted` with the tone change of the whole picture already; levels in [0, 255]
 * @param mask 1 where both have a pixel
 */
export function fitToneField(query: ColourPlanes, fitted: ColourPlanes, mask: Uint8Array): ToneField {
  const seen = sampled(query, fitted, mask);
  const { count, x, y, guides } = seen;
  const whole: Samples = { count, x, y, guides, residual: seen.residual, trust: seen.plainTrust };
  if (!isNoticed(residualsOf(whole, whole.residual, fitted))) return { fall: null, guide: 'luma', grids: [] };
  const { fall, residual } = withoutFall(whole, fitted);
  const trust = fall === null ? seen.trust : trustIn(query, withFall(fall, fitted), mask, seen).strict;
  const samples: Samples = { count, x, y, guides, residual, trust };
  const [byLuma, byChannel] = [fitGuided(samples, 'luma', fitted), fitGuided(samples, 'channel', fitted)];
  const { guide, grids } = byChannel.cost < byLuma.cost ? byChannel : byLuma;
  return { fall, guide, grids };
}

const withFall = (fall: LensFall, fitted: ColourPlanes): ColourPlanes =>
  withToneField({ fall, guide: 'luma', grids: [] }, fitted, fitted);

/** What the fall of light leaves that pays best, if one pays. */
function withoutFall(
  samples: Samples,
  size: Size,
): { readonly fall: LensFall | null; readonly residual: Samples['residual'] } {
  const { count, x, y, guides, residual, trust } = samples;
  const price = Math.log(patchesOf(samples)) / 2;
  let least = unlikelihood(samples, residual, size);
  let best: ReturnType<typeof withoutFall> = { fall: null, residual };
  for (const model of FALL_MODELS) {
    // The rest is above 0: not even what explained everything would pay.
    if (least <= price * fallTerms(model)) break;
    const fall = fitLensFall({ count, x, y, guide: guides.channel, residual, trust: trust() }, size, model);
    if (!isLight(fall)) continue;
    const left = leftBy(fall, samples, size);
    const cost = unlikelihood(samples, left, size) + price * fallTerms(model);
    if (cost >= least) continue;
    least = cost;
    best = { fall, residual: left };
  }
  return best;
}

/** The residual less what a fall of light makes of it. */
function leftBy(fall: LensFall, { count, x, y, guides, residual }: Samples, size: Size): OfChannels<Float32Array> {
  const left = [residual[0].slice(), residual[1].slice(), residual[2].slice()] as const;
  for (let s = 0; s < count; s++) {
    const [gain, offset] = fallAt(fall, x[s] as number, y[s] as number, size);
    for (let c = 0; c < 3; c++) {
      const [rest, level] = [left[c] as Float32Array, guides.channel[c] as Float32Array];
      rest[s] = (rest[s] as number) - (gain - 1) * (level[s] as number) - offset;
    }
  }
  return left;
}

const patchesOf = ({ count }: Samples): number => Math.max(1, (count * STRIDE ** 2) / PATCH ** 2);

/**
 * Light of a place: finer cells, whatever they cost. No evidence of light by itself: whoever asks must see that it explains what differs to
 * the end, up to its edge, where an edit has a step and light has none.
 * @param fitted as above, with the field of the whole picture
 */
export function fitLocalLight(query: ColourPlanes, fitted: ColourPlanes, mask: Uint8Array): ToneField {
  const { count, x, y, guides, residual, trust } = sampled(query, fitted, mask);
  const grids = LOCAL_LIGHT.across.map((across) => emptyGrid(fitted, across, LOCAL_LIGHT.levels));
  for (const grid of grids)
    descend(grid, { count, x, y, guide: guides.channel, residual, trust: trust() }, fitted, LOCAL_LIGHT.ridge);
  return { fall: null, guide: 'channel', grids };
}

function fitGuided(samples: Samples, guide: Guide, size: Size): Omit<ToneField, 'fall'> & { readonly cost: number } {
  const { count, x, y } = samples;
  const patches = patchesOf(samples);
  const grids: ToneGrid[] = [];
  let pending: ToneGrid[] = [];
  let residual = samples.residual;
  let best = unlikelihood(samples, residual, size);
  let penalty = 0;
  for (const { across, levels } of GRIDS) {
    // The floor keeps the rest above 0: not even a field that explained everything would pay.
    if (best <= penalty + (Math.log(patches) / 2) * CELLS_MIN) break;
    residual = [residual[0].slice(), residual[1].slice(), residual[2].slice()];
    const grid = emptyGrid(size, across, levels);
    // Spelt out: of objects made by spreading, compiled code does not know where their parts lie.
    const seen = { count, x, y, guide: samples.guides[guide], residual, trust: samples.trust() };
    penalty += (Math.log(patches) / 2) * descend(grid, seen, size, RIDGE);
    pending.push(grid);
    const cost = unlikelihood(samples, residual, size) + penalty;
    if (cost >= best) continue;
    best = cost;
    grids.push(...pending);
    pending = [];
  }
  return { guide, grids, cost: best };
}

/**
 * The picture as it would look after the field, clamped; a new one. `fitted` as `fitToneField` had it, on the same pixels. Light works on
 * every pixel as it is, local contrast on what is around it.
 */
export function withToneField(
  { fall, guide, grids }: ToneField,
  fitted: ColourPlanes,
  picture: ColourPlanes,
): ColourPlanes {
  if (fall === null && grids.length === 0) return picture;
  const { width, height } = fitted;
  const out = copyOf(picture);
  const { channels } = out;
  if (fall !== null)
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        const [gain, offset] = fallAt(fall, x, y, fitted);
        for (const channel of channels) channel[i] = gain * (channel[i] as number) + offset;
      }
  if (grids.length > 0) {
    const luma = guide === 'luma' ? lumaOf(fitted).data : null;
    addGrids(grids, luma === null ? picture.channels : [luma, luma, luma], fitted, channels);
  }
  for (const channel of channels)
    for (let i = 0; i < channel.length; i++) channel[i] = Math.min(LEVEL_MAX, Math.max(0, channel[i] as number));
  return out;
}

interface Seen extends Samples {
  /** As `trust`, but plain ground is trusted as such whatever became of it: light that falls off steeply draws a structure of its own there. */
  readonly plainTrust: () => Float32Array;
}

function sampled(query: ColourPlanes, fitted: ColourPlanes, mask: Uint8Array): Seen {
  const { width, height } = fitted;
  const room = Math.ceil(width / STRIDE) * Math.ceil(height / STRIDE);
  const places = new Int32Array(room);
  const [x, y] = [new Int32Array(room), new Int32Array(room)];
  let count = 0;
  for (let v = 0; v < height; v += STRIDE)
    for (let u = 0; u < width; u += STRIDE) {
      if (mask[v * width + u] === 0) continue;
      x[count] = u;
      y[count] = v;
      places[count++] = v * width + u;
    }
  const seen = places.subarray(0, count);
  const picked = (plane: Float32Array): Float32Array => samplesAt(plane, seen);
  const of = (planes: ColourPlanes): OfChannels<Float32Array> => [
    picked(planes.channels[0]),
    picked(planes.channels[1]),
    picked(planes.channels[2]),
  ];
  const own = of(fitted);
  const asked = of(query);
  const residual: OfChannels<Float32Array> = [
    difference(asked[0], own[0]),
    difference(asked[1], own[1]),
    difference(asked[2], own[2]),
  ];
  const luma = picked(lumaOf(fitted).data);
  const { strict, plain } = trustIn(query, fitted, mask, { count, x, y });
  const guides = { luma: [luma, luma, luma], channel: own } as const;
  return { count, x, y, guides, residual, trust: strict, plainTrust: plain };
}

type Places = Pick<Samples, 'count' | 'x' | 'y'>;

/** Trust in places, of both kinds, when they are asked for. */
function trustIn(
  query: ColourPlanes,
  fitted: ColourPlanes,
  mask: Uint8Array,
  places: Places,
): Readonly<Record<'strict' | 'plain', () => Float32Array>> {
  const across = (fitted.width + 1) >> 1;
  const moments = once(() => localMoments(lumaOf(query), lumaOf(fitted), mask, STRUCTURE_RADIUS));
  return {
    strict: once(() => onHalfGrid(structureTrust(moments(), false), across, places)),
    plain: once(() => onHalfGrid(structureTrust(moments(), true), across, places)),
  };
}

/** @param across cells of a line of the half grid */
function onHalfGrid(values: Float32Array, across: number, { count, x, y }: Places): Float32Array {
  const out = new Float32Array(count);
  for (let s = 0; s < count; s++) out[s] = values[((y[s] as number) >> 1) * across + ((x[s] as number) >> 1)] as number;
  return out;
}

/**
 * Weights on the half grid, by local correlation of luma and by the contrast that is left of the fitted picture's.
 * @param trustsPlain see `plainTrust`
 */
function structureTrust(
  { covariance, varianceQuery, varianceReference }: LocalMoments,
  trustsPlain: boolean,
): Float32Array {
  const kept = keptContrast(covariance, varianceReference);
  const trust = new Float32Array(covariance.length);
  for (let i = 0; i < trust.length; i++) {
    const q = varianceQuery[i] as number;
    const r = varianceReference[i] as number;
    const correlation = (covariance[i] as number) / Math.sqrt((q + 1) * (r + 1));
    trust[i] =
      (trustsPlain ? r : Math.max(q, r)) < FLAT_VARIANCE
        ? FLAT_WEIGHT
        : Math.min(
            rise(correlation, CORRELATION_NONE, CORRELATION_FULL),
            rise(kept[i] as number, KEPT_NONE, KEPT_FULL),
          );
  }
  return trust;
}

/** From 0 to 1 between two values. */
const rise = (value: number, none: number, full: number): number =>
  Math.min(1, Math.max(0, (value - none) / (full - none)));

/**
 * What is left of the contrast, as the slope of the regression of the query on the fitted picture, in units of the median place with structure: 1
 * where contrast changed as everywhere. Correlation alone would trust a blur, which a field of levels flattens to nothing.
 */
function keptContrast(covariance: Float32Array, variance: Float32Array): Float32Array {
  const kept = new Float32Array(covariance.length);
  const structured = new Float32Array(covariance.length);
  let count = 0;
  for (let i = 0; i < kept.length; i++) {
    const r = variance[i] as number;
    kept[i] = (covariance[i] as number) / (r + 1);
    if (r >= FLAT_VARIANCE) structured[count++] = kept[i] as number;
  }
  const usual = ranked(structured.subarray(0, count), count >> 1) ?? 1;
  if (!(usual > 0)) return kept;
  for (let i = 0; i < kept.length; i++) kept[i] = (kept[i] as number) / usual;
  return kept;
}

/** Of the patches with enough samples. */
interface PatchResiduals {
  /** |mean residual|, of the three channels' mean, levels. */
  readonly means: Float32Array;
  /** Mean trust. */
  readonly weights: Float32Array;
}

function residualsOf(
  { count, x, y, trust: trustOf }: Samples,
  residual: OfChannels<Float32Array>,
  size: Size,
): PatchResiduals {
  const trust = trustOf();
  const across = Math.ceil(size.width / PATCH);
  const patches = across * Math.ceil(size.height / PATCH);
  const [counts, trusts] = [new Int32Array(patches), new Float64Array(patches)];
  const sums = [new Float64Array(patches), new Float64Array(patches), new Float64Array(patches)] as const;
  for (let s = 0; s < count; s++) {
    const patch = Math.floor((y[s] as number) / PATCH) * across + Math.floor((x[s] as number) / PATCH);
    counts[patch] = (counts[patch] as number) + 1;
    trusts[patch] = (trusts[patch] as number) + (trust[s] as number);
    for (let c = 0; c < 3; c++) {
      const sum = sums[c] as Float64Array;
      sum[patch] = (sum[patch] as number) + ((residual[c] as Float32Array)[s] as number);
    }
  }
  const [means, weights] = [new Float32Array(patches), new Float32Array(patches)];
  let filled = 0;
  for (let patch = 0; patch < patches; patch++) {
    const n = counts[patch] as number;
    if (n < PATCH_FILLED_MIN * (PATCH / STRIDE) ** 2) continue;
    const [r, g, b] = [sums[0][patch] as number, sums[1][patch] as number, sums[2][patch] as number];
    means[filled] = (Math.abs(r) + Math.abs(g) + Math.abs(b)) / (3 * n);
    weights[filled++] = (trusts[patch] as number) / n;
  }
  return { means: means.subarray(0, filled), weights: weights.subarray(0, filled) };
}

function isNoticed({ means, weights }: PatchResiduals): boolean {
  const trusted = means.filter((_, k) => (weights[k] as number) >= FLAT_WEIGHT);
  return (ranked(trusted, Math.floor(NOTICED_AT * trusted.length)) ?? 0) >= NOTICED_MIN;
}

/** Negative logarithm of Cauchy's likelihood of what remains in the patches, but for a constant; places of another structure say nothing. */
function unlikelihood(samples: Samples, residual: OfChannels<Float32Array>, size: Size): number {
  const { means, weights } = residualsOf(samples, residual, size);
  const scale = Math.hypot(SCALE_FLOOR, ranked(means.slice(), means.length >> 1) ?? 0);
  let sum = 0;
  for (let k = 0; k < means.length; k++)
    sum += (weights[k] as number) * (Math.log(scale) + Math.log1p(((means[k] as number) / scale) ** 2));
  return sum;
}
