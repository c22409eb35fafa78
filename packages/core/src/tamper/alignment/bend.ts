/**
 * Lays a reference on a query that was bent as a whole: by a lens or its correction, a panorama, a scanner. What the homography leaves
 * is followed by windows, first on half the resolution, and a polynomial of third order fitted to it; a local edit cannot hide in
 * one. Bends of less than the residual flow can follow are left to it.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { halved, halfSize } from '../cues/localStatistics.ts';
import { lumaOf } from '../globalFit/lumaChroma.ts';
import { fitPolynomialMap, MONOMIALS, termsAt, valueOf } from './polynomialMap.ts';
import type { WarpedReference, ColourPlanes } from './registeredColour.ts';
import { displacedPlanes, type Flow } from './residualFlow.ts';
import { type Displacement, windowDisplacements } from './windowDisplacements.ts';

/** Windows that a fit of a polynomial of third order needs at least. */
const WINDOWS_MIN = 2 * MONOMIALS[3];
/** Where windows lie by at least this beside their places there is a bend, px of half the resolution. */
const BEND_MIN_PX = 0.75;
/** Of the largest displacement so much may be left after the fit: else what moved is no bend of the whole. */
const LEFT_MAX = 0.35;
/** Rounds on half the resolution: with each, places farther from the middle come into the reach of their windows. */
const ROUNDS = 3;
/** A place that is read between this many covered neighbours, of one, is covered. */
const COVERED_MIN = 0.999;
/** The outermost pixels are read for places so far beyond them, px. */
const BEYOND_PX = 0.5;

/** Coefficients of a displacement, px of the grid that they were found on. */
interface Bend {
  readonly across: Float64Array;
  readonly down: Float64Array;
}

/** The pictures on one grid, and where the reference has pixels. */
interface Laid {
  readonly query: Plane;
  readonly reference: Plane;
  readonly covered: Plane;
}

/**
 * @param reference laid on the query by a homography, with colours of its own, filled where it is not covered
 * @returns the reference bent as the query is; the very one that was given if it is not bent
 */
export function unbent(query: ColourPlanes, reference: WarpedReference): WarpedReference {
  const { width, height } = query;
  const full: Laid = {
    query: lumaOf(query),
    reference: lumaOf(reference),
    covered: { width, height, data: new Float32Array(reference.covered) },
  };
  const coarse = bendOf(halfOf(full, reference.covered));
  if (coarse === null) return reference;
  const bend = refined(full, doubled(coarse));
  const flow = flowOf(bend, full.query);
  const [r, g, b] = displacedPlanes(full.query, reference.channels, flow) as [Float32Array, Float32Array, Float32Array];
  return { width, height, channels: [r, g, b], covered: coveredAlong(full.covered, flow) };
}

function halfOf({ query, reference }: Laid, covered: Uint8Array): Laid {
  const half = halfSize(query);
  const everywhere = new Uint8Array(covered.length).fill(1);
  const reduced = (data: Float32Array | null, mask: Uint8Array): Plane => ({
    width: half.width,
    height: half.height,
    data: halved(data, mask, query),
  });
  return {
    query: reduced(query.data, everywhere),
    reference: reduced(reference.data, everywhere),
    covered: reduced(null, covered),
  };
}

/** Null if the picture is not bent, or not as a whole. */
function bendOf(laid: Laid): Bend | null {
  let bend: Bend | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const found = followed(laid, bend);
    if (found.length < WINDOWS_MIN) return null;
    const { across, down, residualPx } = fitPolynomialMap(found, laid.query, 3);
    if (round === 0) {
      const largest = largestShift({ across, down }, found, laid.query);
      if (largest < BEND_MIN_PX || residualPx > LEFT_MAX * largest) return null;
    }
    bend = bend === null ? { across, down } : sum(bend, { across, down });
  }
  return bend;
}

/** On the full resolution, where there are enough windows. */
function refined(laid: Laid, bend: Bend): Bend {
  const found = followed(laid, bend);
  return found.length < WINDOWS_MIN ? bend : sum(bend, fitPolynomialMap(found, laid.query, 3));
}

/** Displacements that are left after a bend. */
function followed({ query, reference, covered }: Laid, bend: Bend | null): Displacement[] {
  if (bend === null) return windowDisplacements(query, reference, coveredIn(covered));
  const flow = flowOf(bend, query);
  return windowDisplacements(query, readAlong(reference, flow), coveredAlong(covered, flow));
}

function coveredIn({ data }: Plane): Uint8Array {
  const out = new Uint8Array(data.length);
  for (let i = 0; i < out.length; i++) out[i] = (data[i] as number) > COVERED_MIN ? 1 : 0;
  return out;
}

/** What lies beyond the frame is not covered either: the reference was cut there. */
function coveredAlong(covered: Plane, flow: Flow): Uint8Array {
  const out = coveredIn(readAlong(covered, flow));
  const { width, height } = covered;
  const isBeyond = (at: number, end: number): boolean => at < -BEYOND_PX || at > end - 1 + BEYOND_PX;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      if (isBeyond(x + (flow.dx.data[i] as number), width) || isBeyond(y + (flow.dy.data[i] as number), height))
        out[i] = 0;
  return out;
}

function largestShift({ across, down }: Bend, found: readonly Displacement[], size: Plane): number {
  let largest = 0;
  for (const { x, y } of found) {
    const terms = termsAt(x, y, size, 3);
    largest = Math.max(largest, Math.hypot(valueOf(across, terms), valueOf(down, terms)));
  }
  return largest;
}

/** Of small bends the sum is their composition, but for what further rounds mend. */
const sum = (a: Bend, b: Bend): Bend => ({
  across: a.across.map((value, k) => value + (b.across[k] as number)),
  down: a.down.map((value, k) => value + (b.down[k] as number)),
});

const doubled = ({ across, down }: Bend): Bend => ({
  across: across.map((value) => 2 * value),
  down: down.map((value) => 2 * value),
});

function flowOf({ across, down }: Bend, { width, height }: Plane): Flow {
  const dx = new Float32Array(width * height);
  const dy = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const terms = termsAt(x, y, { width, height }, 3);
      dx[i] = valueOf(across, terms);
      dy[i] = valueOf(down, terms);
    }
  return { dx: { width, height, data: dx }, dy: { width, height, data: dy } };
}

function readAlong(plane: Plane, flow: Flow): Plane {
  const [data] = displacedPlanes(plane, [plane.data], flow) as [Float32Array];
  return { width: plane.width, height: plane.height, data };
}
