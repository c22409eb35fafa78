/**
 * Candidates for a map that scales x and y unequally, without rotation, by a plain grid over both scales: under which do
 * the strong pilots meet the most power?
 * @module
 */
import { withKernels } from '../kernels/kernels.ts';
import { type Constellation, STRONG_PILOTS } from './constellation.ts';
import type { HalfPower } from './pictureSpectrum.ts';
import type { Candidate } from './pilotSearch.ts';
import { highScores, highScoresPlainly } from './scorePeaks.ts';

/** Range and step of ln(scale) along x and y, and the largest ln of their ratio: a stretch by 1.57. */
const ASPECT_LOG_MIN = Math.log(0.4);
const ASPECT_LOG_MAX = Math.log(2);
const ASPECT_STEP = 0.006;
const ASPECT_RATIO_LOG_MAX = 0.45;
/** Maps that differ less than this in both scales are the same peak. */
const ASPECT_DISTANCE = 0.02;

/** The `count` best pairs of scales along x and y. */
export function searchAspect(
  power: HalfPower,
  constellation: Constellation,
  mirrored: boolean,
  count: number,
): Candidate[] {
  const steps = Math.floor((ASPECT_LOG_MAX - ASPECT_LOG_MIN) / ASPECT_STEP) + 1;
  const zooms = Float64Array.from({ length: steps }, (_, i) => Math.exp(-(ASPECT_LOG_MIN + i * ASPECT_STEP)));
  const sums = aspectSums(power, constellation, mirrored, zooms);
  const scores = withKernels(
    (kernels, memory) => {
      const from = memory.copyIn(power.relative);
      const to = memory.copyIn(new Float32Array(steps * steps));
      const rows = memory.reserve(4 * steps);
      for (const sum of sums) {
        memory.integers(rows, steps).set(sum.rows);
        for (const { column, first, last, row } of sum.columns)
          kernels.addColumn(from, power.stride, power.gridHeight, column, rows, first, last, to + 4 * row * steps);
      }
      return highScores(kernels, memory, to, steps * steps);
    },
    () => {
      const out = new Float32Array(steps * steps);
      for (const { rows, columns } of sums)
        for (const { column, first, last, row } of columns)
          addColumnPlainly(power, column, rows, first, last, out, row * steps);
      return highScoresPlainly(out);
    },
  );
  const kept: Candidate[] = [];
  for (const { at, height } of scores) {
    if (kept.length === count) break;
    const a = zooms[Math.floor(at / steps)] as number;
    const d = (zooms[at % steps] as number) * (mirrored ? -1 : 1);
    const isNear = ({ affine }: Candidate): boolean =>
      Math.abs(affine.a - a) < ASPECT_DISTANCE && Math.abs(affine.d - d) < ASPECT_DISTANCE;
    if (!kept.some(isNear)) kept.push({ affine: { a, b: 0, c: 0, d }, score: height, model: 'aspect' });
  }
  return kept;
}

/** What one pilot adds to the scores: in each of some rows the power of one column at the pilot's rows. */
interface AspectSum {
  /** Row of the power spectrum for every zoom along y. */
  readonly rows: Int32Array;
  readonly columns: readonly {
    /** Row of the scores, the zoom along x. */
    readonly row: number;
    /** Column of the power spectrum. */
    readonly column: number;
    /** Zooms along y: from `first` to before `last`. */
    readonly first: number;
    readonly last: number;
  }[];
}

function aspectSums(
  { stride, gridWidth, gridHeight }: HalfPower,
  { u, v, tileSide }: Constellation,
  mirrored: boolean,
  zooms: Float64Array,
): AspectSum[] {
  // Steps between two zooms at most, so that the ratio stays below its limit.
  const reach = Math.ceil(ASPECT_RATIO_LOG_MAX / ASPECT_STEP) - 1;
  return Array.from({ length: STRONG_PILOTS }, (_, p) => {
    const fx = (u[p] as number) / tileSide;
    const fy = ((v[p] as number) / tileSide) * (mirrored ? -1 : 1);
    const rows = Int32Array.from(zooms, (zoom) => Math.round(fy * zoom * gridHeight) + gridHeight / 2);
    const columns = Array.from(zooms, (zoom, row) => ({
      row,
      column: Math.round(fx * zoom * gridWidth),
      first: Math.max(0, row - reach),
      last: Math.min(zooms.length, row + reach + 1),
    }));
    return { rows, columns: columns.filter(({ column }) => column < stride) };
  });
}

/** The twin of the kernel `addColumn`: adds the excess power in one column at rows[from .. to - 1] to the scores. */
function addColumnPlainly(
  { relative, stride, gridHeight }: HalfPower,
  column: number,
  rows: Int32Array,
  from: number,
  to: number,
  scores: Float32Array,
  at: number,
): void {
  for (let j = from; j < to; j++) {
    const y = rows[j] as number;
    if (y >= 0 && y < gridHeight)
      scores[at + j] = (scores[at + j] as number) + (relative[y * stride + column] as number) - 1;
  }
}
