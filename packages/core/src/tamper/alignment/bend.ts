/**
 * Lays a reference on a query that was bent as a whole: by a lens or its correction, a panorama, a scanner, paper that is not flat.
 * What the homography leaves is followed by windows, first on half the resolution, and explained by nested maps: none, a polynomial of
 * third order, a smooth map that sways besides. Each must tell of windows that it was not fitted to where they lie; a local edit cannot
 * hide in one, for what replaces content is followed by no window. Bends of less than the residual flow can follow are left to it.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { ranked } from '../../signal/orderStatistics.ts';
import { halved, halfSize } from '../cues/localStatistics.ts';
import { lumaOf } from '../globalFit/lumaChroma.ts';
import { fitPolynomialMap, MONOMIALS, termsAt, valueOf } from './polynomialMap.ts';
import { displacementBy, fitRadialMap, type LensMap, NO_RADIAL } from './radialMap.ts';
import type { WarpedReference, ColourPlanes } from './registeredColour.ts';
import { displacedPlanes, type Flow } from './residualFlow.ts';
import { addSplineMap, fitSplineMap, leftBy, type SplineMap, withMap } from './splineMap.ts';
import {
  type Displacement,
  type EdgeDisplacement,
  type Followed,
  spreadBy,
  windowDisplacements,
  windowsAndEdges,
} from './windowDisplacements.ts';

/** Windows that a fit of a polynomial of third order needs at least. */
const WINDOWS_MIN = 2 * MONOMIALS[3];
/** Where windows lie by at least this beside their places there is a bend, px of half the resolution. */
const BEND_MIN_PX = 0.75;
/** Or where a fifth of them lies by this beside their places, whatever a polynomial says, px of half the resolution. */
const MOVED_MIN_PX = 0.3;
/** Of the largest displacement so much may be left after the fit: else what moved is no bend of the whole. */
const LEFT_MAX = 0.35;
/** Rounds on half the resolution: with each, places farther from the middle come into the reach of their windows. */
const ROUNDS = 3;
/** Where a fifth of the windows lies by this beside what a polynomial says, the residual flow cannot follow, px of half the resolution. */
const SWAY_MIN_PX = 0.25;
/** Of what four fifths of the windows are displaced by so much may be left at windows that a map was not fitted to. */
const UNTOLD_MAX = 0.5;
const FRACTION = 0.8;
/** What places of windows are off by, px. */
const WINDOW_SPREAD_PX = 0.1;
/** Distance of windows, px: touching ones, and overlapping ones where there are few, or a sway is to be followed. */
const WIDE = spreadBy(24);
const DENSE = spreadBy(12);
/** A place that is read between this many covered neighbours, of one, is covered. */
const COVERED_MIN = 0.999;
/** The outermost pixels are read for places so far beyond them, px. */
const BEYOND_PX = 0.5;

/** A displacement, px of the grid that it was found on. */
interface Bend extends LensMap {
  /** Added to it, one after the other. */
  readonly sways: readonly SplineMap[];
}

/** The pictures on one grid, and where the reference has pixels. */
interface Laid {
  readonly query: Plane;
  readonly reference: Plane;
  readonly covered: Plane;
}

export interface Unbent {
  /** The reference bent as a lens bends: by a polynomial of third order; the very one that was given if it is not. */
  readonly registered: WarpedReference;
  /** And as the query sways besides; `registered` itself if it does not. */
  readonly bent: WarpedReference;
}

/** @param reference laid on the query by a homography, with colours of its own, filled where it is not covered */
export function unbent(query: ColourPlanes, reference: WarpedReference): Unbent {
  const { width, height } = query;
  const full: Laid = {
    query: lumaOf(query),
    reference: lumaOf(reference),
    covered: { width, height, data: new Float32Array(reference.covered) },
  };
  const coarse = bendOf(halfOf(full, reference.covered));
  if (coarse === null) return { registered: reference, bent: reference };
  const bend = refined(full, doubled(coarse));
  const { sways, ...lens } = bend;
  const bent = readBent(full.covered, reference, bend);
  if (sways.length === 0) return { registered: bent, bent };
  const isLens = [lens.across, lens.down, lens.radial].some((values) => values.some((value) => value !== 0));
  return { registered: isLens ? readBent(full.covered, reference, { ...lens, sways: [] }) : reference, bent };
}

function readBent(covered: Plane, { width, height, channels }: WarpedReference, bend: Bend): WarpedReference {
  const flow = flowOf(bend, covered);
  const [r, g, b] = displacedPlanes(covered, channels, flow) as [Float32Array, Float32Array, Float32Array];
  return { width, height, channels: [r, g, b], covered: coveredAlong(covered, flow) };
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
  const wide = followed(laid, WIDE);
  const isSparse = wide.length < WINDOWS_MIN;
  const places = isSparse ? DENSE : WIDE;
  const first = isSparse ? followed(laid, DENSE) : wide;
  if (first.length < WINDOWS_MIN) return null;
  const isMoved = farthest(first) >= MOVED_MIN_PX;
  // Overlapping windows of a picture of dots agree by chance.
  if (isSparse && !(isMoved && isTold(first, byPolynomial, laid.query))) return null;
  const lens = lensOf(laid, first, places);
  if (lens === null && !isMoved) return null;
  if (lens !== null && farthest(followedAlong(laid, lens, DENSE).windows) < SWAY_MIN_PX) return lens;
  return swayOf(laid, FLAT) ?? (lens && (swayOf(laid, lens) ?? lens));
}

/** Without a displacement. */
const FLAT: Bend = {
  across: new Float64Array(MONOMIALS[3]),
  down: new Float64Array(MONOMIALS[3]),
  radial: NO_RADIAL,
  sways: [],
};

/** Four fifths of the displacements are no larger. */
const farthest = (found: readonly Displacement[]): number => fractionOf(lengths(found));

const fractionOf = (values: Float32Array): number => ranked(values, Math.floor(FRACTION * (values.length - 1))) ?? 0;

/** What a lens or a polynomial explains; null if that is nothing, or not most of it. */
function lensOf(laid: Laid, first: readonly Displacement[], places: typeof WIDE): Bend | null {
  let bend: Bend | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    // Where windows end the first map is a guess, which edges correct as far as it brings them near.
    const { windows, edges } = bend === null ? { windows: first, edges: [] } : followedAlong(laid, bend, places);
    if (windows.length < WINDOWS_MIN) return null;
    const { residualPx, ...lens } = fitLens(windows, laid.query, edges);
    if (round === 0) {
      const largest = largestShift(lens, windows, laid.query);
      if (largest < BEND_MIN_PX || residualPx > LEFT_MAX * largest) return null;
    }
    bend = bend === null ? { ...lens, sways: [] } : sum(bend, lens);
  }
  return bend;
}

/** Radial where that says as much as a polynomial with more coefficients. */
function fitLens(
  windows: readonly Displacement[],
  size: Plane,
  edges: readonly EdgeDisplacement[],
): LensMap & { readonly residualPx: number } {
  const radial = fitRadialMap(windows, size, edges);
  const free = fitPolynomialMap(windows, size, 3, edges);
  return radial.residualPx <= free.residualPx
    ? radial
    : { across: free.across, down: free.down, radial: NO_RADIAL, residualPx: free.residualPx };
}

/** A bend with what a smooth map explains of the rest; null if the residual flow can follow that, or it is no bend of the whole. */
function swayOf(laid: Laid, lens: Bend): Bend | null {
  let sways: SplineMap[] = [];
  let found: readonly Displacement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { windows, edges } = followedAlong(laid, { ...lens, sways }, DENSE);
    if (windows.length < WINDOWS_MIN || (round === 0 && farthest(windows) < SWAY_MIN_PX)) return null;
    const beyond = (list: readonly Displacement[]): readonly Displacement[] =>
      sways[0] === undefined ? list : withMap(sways[0], list, laid.query);
    found = beyond(windows);
    sways = [fitSplineMap([...found, ...beyond(asWindows(edges))], laid.query)];
  }
  return isTold(found, bySpline, laid.query) ? { ...lens, sways } : null;
}

/** On the full resolution, where there are enough windows; the rim, which few windows of half the resolution reach, once the rest lies. */
function refined(laid: Laid, coarse: Bend): Bend {
  const { windows, edges } = followedAlong(laid, coarse, WIDE);
  if (windows.length < WINDOWS_MIN) return coarse;
  const bend =
    coarse.sways.length > 0
      ? { ...coarse, sways: [...coarse.sways, fitSplineMap([...windows, ...asWindows(edges)], laid.query)] }
      : sum(coarse, fitLens(windows, laid.query, edges));
  const { windows: left, edges: edgesLeft } = followedAlong(laid, bend, WIDE);
  const isLikelier =
    left.length >= WINDOWS_MIN && unlikelihood(untoldBy(left, bySpline, laid.query)) < unlikelihood(lengths(left));
  if (!isLikelier) return bend;
  return { ...bend, sways: [...bend.sways, fitSplineMap([...left, ...asWindows(edgesLeft)], laid.query)] };
}

/** Edges beside a map, as windows that did not move along them: nearly so once most of what moved is explained. */
const asWindows = (edges: readonly EdgeDisplacement[]): Displacement[] =>
  edges.map(({ x, y, nx, ny, along }) => ({ x, y, dx: along * nx, dy: along * ny }));

/** What a map that is fitted to some displacements leaves of others, px, in their order. */
type Fit = (told: readonly Displacement[], of: readonly Displacement[], size: Plane) => Float32Array;

const bySpline: Fit = (told, of, size) => leftBy(fitSplineMap(told, size), of, size);
const byPolynomial: Fit = (told, of, size) => {
  const { across, down } = fitPolynomialMap(told, size, 3);
  return Float32Array.from(of, ({ x, y, dx, dy }) => {
    const terms = termsAt(x, y, size, 3);
    return Math.hypot(dx - valueOf(across, terms), dy - valueOf(down, terms));
  });
};

/** What a map leaves of each displacement when it is fitted to the other half of them, px. */
function untoldBy(found: readonly Displacement[], fit: Fit, size: Plane): Float32Array {
  const out = new Float32Array(found.length);
  for (const parity of [0, 1]) {
    const told = found.filter((_, k) => k % 2 !== parity);
    const left = fit(told, found, size);
    for (let k = parity; k < out.length; k += 2) out[k] = left[k] as number;
  }
  return out;
}

/** Does it tell most of where the others lie? */
const isTold = (found: readonly Displacement[], fit: Fit, size: Plane): boolean =>
  fractionOf(untoldBy(found, fit, size)) <= UNTOLD_MAX * farthest(found);

const lengths = (found: readonly Displacement[]): Float32Array =>
  Float32Array.from(found, ({ dx, dy }) => Math.hypot(dx, dy));

/** Negative logarithm of Cauchy's likelihood, but for a constant: windows that follow no map weigh little. */
const unlikelihood = (left: Float32Array): number =>
  left.reduce((total, value) => total + Math.log1p((value / WINDOW_SPREAD_PX) ** 2), 0);

/** Displacements of a reference that was not bent yet. */
const followed = ({ query, reference, covered }: Laid, places: typeof WIDE): readonly Displacement[] =>
  windowDisplacements(query, reference, coveredIn(covered), places);

/** What is left after a bend. */
function followedAlong({ query, reference, covered }: Laid, bend: Bend, places: typeof WIDE): Followed {
  const flow = flowOf(bend, query);
  return windowsAndEdges(query, readAlong(reference, flow), coveredAlong(covered, flow), places);
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

function largestShift(lens: LensMap, found: readonly Displacement[], size: Plane): number {
  return Math.max(...found.map(({ x, y }) => Math.hypot(...displacementBy(lens, x, y, size))));
}

/** Of small bends the sum is their composition, but for what further rounds mend. */
function sum(a: Bend, b: LensMap): Bend {
  const added = (one: Float64Array, other: Float64Array): Float64Array =>
    one.map((value, k) => value + (other[k] as number));
  return {
    across: added(a.across, b.across),
    down: added(a.down, b.down),
    radial: added(a.radial, b.radial),
    sways: a.sways,
  };
}

const twice = (values: Float64Array): Float64Array => values.map((value) => 2 * value);

const doubled = ({ across, down, radial, sways }: Bend): Bend => ({
  across: twice(across),
  down: twice(down),
  radial: twice(radial),
  sways: sways.map((sway) => ({ ...sway, across: twice(sway.across), down: twice(sway.down) })),
});

function flowOf({ sways, ...lens }: Bend, { width, height }: Plane): Flow {
  const dx = new Float32Array(width * height);
  const dy = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const [u, v] = displacementBy(lens, x, y, { width, height });
      dx[i] = u;
      dy[i] = v;
    }
  for (const sway of sways) addSplineMap(sway, { width, height }, dx, dy);
  return { dx: { width, height, data: dx }, dy: { width, height, data: dy } };
}

function readAlong(plane: Plane, flow: Flow): Plane {
  const [data] = displacedPlanes(plane, [plane.data], flow) as [Float32Array];
  return { width: plane.width, height: plane.height, data };
}
