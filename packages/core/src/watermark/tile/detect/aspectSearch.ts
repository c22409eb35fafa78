/**
 * Candidates for a pose that scales x and y unequally, without rotation, by a plain grid over both scales: under which do
 * the strong pilots meet the most power?
 * @module
 */
import { withKernels } from '../../../kernels/kernels.ts';
import { type CarrierLayout, STRONG_PILOTS } from '../carriers/carrierLayout.ts';
import type { HalfPower } from '../spectrum/pictureSpectrum.ts';
import type { PoseCandidate } from './pilotDetector.ts';
import { highScores, highScoresScalar } from './scorePeaks.ts';

/** Range and step of ln(scale) along x and y, and the largest ln of their ratio: a stretch by 1.57. */
const ASPECT_LOG_MIN = Math.log(0.4);
const ASPECT_LOG_MAX = Math.log(2);
const ASPECT_STEP = 0.006;
const ASPECT_RATIO_LOG_MAX = 0.45;
/** Poses that differ less than this in both scales are the same peak. */
const ASPECT_DISTANCE = 0.02;

/** The `count` best pairs of scales along x and y. */
export function searchAspect(
  power: HalfPower,
  layout: CarrierLayout,
  mirrored: boolean,
  count: number,
): PoseCandidate[] {
  const steps = Math.floor((ASPECT_LOG_MAX - ASPECT_LOG_MIN) / ASPECT_STEP) + 1;
  const zooms = Float64Array.from({ length: steps }, (_, i) => Math.exp(-(ASPECT_LOG_MIN + i * ASPECT_STEP)));
  const positions = pilotPositions(power, layout, mirrored, zooms);
  // Steps between two zooms at most, so that the ratio stays below its limit.
  const reach = Math.ceil(ASPECT_RATIO_LOG_MAX / ASPECT_STEP) - 1;
  const scores = withKernels(
    (kernels, memory) => {
      const from = memory.share(power.relative);
      const to = memory.copyIn(new Float32Array(steps * steps));
      const rows = memory.copyIn(positions.rows);
      sumColumns(positions, power.stride, steps, reach, (column, pilot, first, last, at) =>
        kernels.addColumn(from, power.stride, power.gridHeight, column, rows + 4 * pilot, first, last, to + 4 * at),
      );
      return highScores(kernels, memory, to, steps * steps);
    },
    () => {
      const out = new Float32Array(steps * steps);
      sumColumns(positions, power.stride, steps, reach, (column, pilot, first, last, at) =>
        addColumnScalar(power, column, positions.rows.subarray(pilot), first, last, out, at),
      );
      return highScoresScalar(out);
    },
  );
  const kept: PoseCandidate[] = [];
  for (const [i, at] of scores.indices.entries()) {
    if (kept.length === count) break;
    const a = zooms[Math.floor(at / steps)] as number;
    const d = (zooms[at % steps] as number) * (mirrored ? -1 : 1);
    const isNear = ({ affine }: PoseCandidate): boolean =>
      Math.abs(affine.a - a) < ASPECT_DISTANCE && Math.abs(affine.d - d) < ASPECT_DISTANCE;
    if (kept.some(isNear)) continue;
    kept.push({ affine: { a, b: 0, c: 0, d }, score: scores.zScores[i] as number, model: 'aspect' });
  }
  return kept;
}

/** Where every strong pilot stands for every zoom: columns of the spectrum along x, rows along y, zooms side by side. */
interface PilotPositions {
  readonly columns: Int32Array;
  readonly rows: Int32Array;
}

function pilotPositions(
  { gridWidth, gridHeight }: HalfPower,
  { u, v, tileSide }: CarrierLayout,
  mirrored: boolean,
  zooms: Float64Array,
): PilotPositions {
  const steps = zooms.length;
  const columns = new Int32Array(STRONG_PILOTS * steps);
  const rows = new Int32Array(STRONG_PILOTS * steps);
  for (let p = 0; p < STRONG_PILOTS; p++) {
    const fx = (u[p] as number) / tileSide;
    const fy = ((v[p] as number) / tileSide) * (mirrored ? -1 : 1);
    for (let i = 0; i < steps; i++) {
      columns[p * steps + i] = Math.round(fx * (zooms[i] as number) * gridWidth);
      rows[p * steps + i] = Math.round(fy * (zooms[i] as number) * gridHeight) + gridHeight / 2;
    }
  }
  return { columns, rows };
}

/**
 * For every pilot and every zoom along x: `add` the power of the pilot's column at its rows for the zooms first .. last - 1
 * along y. `pilot` is where the pilot's rows begin, `at` the row of the scores.
 */
function sumColumns(
  { columns }: PilotPositions,
  stride: number,
  steps: number,
  reach: number,
  add: (column: number, pilot: number, first: number, last: number, at: number) => void,
): void {
  for (let pilot = 0; pilot < columns.length; pilot += steps)
    for (let i = 0; i < steps; i++) {
      const column = columns[pilot + i] as number;
      if (column < stride) add(column, pilot, Math.max(0, i - reach), Math.min(steps, i + reach + 1), i * steps);
    }
}

/** Scalar fallback of the kernel `addColumn`: adds the excess power in one column at rows[from .. to - 1] to the scores. */
function addColumnScalar(
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
