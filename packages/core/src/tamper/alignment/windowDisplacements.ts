/**
 * By how much windows of one picture are displaced in another, by least squares with gain and offset taken off; gradients of the
 * reference, Gauss-Newton steps. Windows with too little texture, or that show something else, are left out. A window whose gradient has one
 * direction, an edge out of focus, tells how far it moved along that and nothing of how far across (the aperture problem): those are followed by themselves.
 * Sources: Lucas, Kanade 1981; Baker, Matthews 2004.
 * @module
 */
import { type Plane, plane } from '../../raster.ts';
import { sharedBlur } from '../../signal/blur/sharedBlur.ts';

/** The reference shows at `(x + dx, y + dy)` what the query shows at `(x, y)`. */
export interface Displacement {
  /** Centre, px. */
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** Of an edge that lies at `(x, y)` in the query: a displacement `(dx, dy)` of it has `nx dx + ny dy = along`. */
export interface EdgeDisplacement {
  /** Centre, px. */
  readonly x: number;
  readonly y: number;
  /** Unit vector across the edge. */
  readonly nx: number;
  readonly ny: number;
  /** px. */
  readonly along: number;
}

const SMOOTHING_SIGMA = 1.2;
const WINDOW_PX = 24;
/** Distance of windows where none is asked for: they touch. */
const STRIDE_PX = 24;
/** What a window may be displaced by and the neighbours it is read between. */
const MARGIN_PX = 8;
/** Nearest to the picture's border that a window is sought; one that is displaced beyond it is left out. */
const RIM_PX = 3;
/** Windows reach no nearer to places without a reference. */
const INSIDE_MARGIN_PX = 2;
const STEPS = 5;
const STEP_MAX_PX = 2;
const STEP_DONE_PX = 0.01;
const SHIFT_MAX_PX = 6;
/** Least eigenvalue of the summed gradient products, levels^2: less texture tells no displacement. */
const TEXTURE_MIN = 60;
/** Greatest eigenvalue of the same from which a window with less texture than that shows an edge, levels^2: well above what coding makes of plain places. */
const EDGE_MIN = 180;
/** Added to both eigenvalues, levels^2. */
const RIDGE = 5;
/** Correlation below which a window shows something else. */
const CORRELATION_MIN = 0.85;
/** Gain of contrast between the two, at most, either way. */
const GAIN_MAX = 2;

/** Hann, so that the rim of a window counts little; sums to 1 with `WEIGHT`. */
const HANN = Float64Array.from(
  { length: WINDOW_PX },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (WINDOW_PX + 1)),
);
const WEIGHTS = Float64Array.from(
  { length: WINDOW_PX ** 2 },
  (_, i) => (HANN[Math.floor(i / WINDOW_PX)] as number) * (HANN[i % WINDOW_PX] as number),
);
const WEIGHT = WEIGHTS.reduce((sum, weight) => sum + weight, 0);

/** First places of windows along a side. */
type Places = (side: number) => readonly number[];

/** Windows that touch, from the first side on; what is left at the other holds none. */
const touching: Places = (side) =>
  Array.from(
    { length: Math.max(0, Math.ceil((side - WINDOW_PX - 2 * MARGIN_PX) / STRIDE_PX)) },
    (_, k) => MARGIN_PX + k * STRIDE_PX,
  );

/** Windows from rim to rim, no farther apart than that, px: beyond the last of them a map that is fitted to them is a guess. */
export const spreadBy =
  (strideMost: number): Places =>
  (side) => {
    const room = side - WINDOW_PX - 2 * RIM_PX;
    if (room < 0) return [];
    const steps = Math.ceil(room / strideMost);
    return Array.from({ length: steps + 1 }, (_, k) => RIM_PX + (steps === 0 ? 0 : Math.round((k * room) / steps)));
  };

/** What windows tell. */
export interface Followed {
  readonly windows: readonly Displacement[];
  /** Of windows that have too little texture and show an edge. */
  readonly edges: readonly EdgeDisplacement[];
}

/**
 * @param query     luma, [0, 255]
 * @param reference the same of the reference on the same grid, displaced by less than 6 px
 * @param inside    1 where both have a pixel
 */
export const windowDisplacements = (
  query: Plane,
  reference: Plane,
  inside: Uint8Array,
  places: Places = touching,
): readonly Displacement[] => followed(query, reference, inside, places, false).windows;

/** The same with edges. */
export const windowsAndEdges = (
  query: Plane,
  reference: Plane,
  inside: Uint8Array,
  places: Places = touching,
): Followed => followed(query, reference, inside, places, true);

function followed(query: Plane, reference: Plane, inside: Uint8Array, places: Places, withEdges: boolean): Followed {
  const { width, height } = query;
  const search = windowSearch(sharedBlur(query, SMOOTHING_SIGMA), sharedBlur(reference, SMOOTHING_SIGMA), withEdges);
  const windows: Displacement[] = [];
  const edges: EdgeDisplacement[] = [];
  const columns = places(width);
  for (const top of places(height))
    for (const left of columns) {
      const found = isInside(inside, width, left, top) ? search(left, top) : null;
      if (found === null) continue;
      const [x, y] = [left + WINDOW_PX / 2, top + WINDOW_PX / 2];
      const [dx, dy] = found.shift;
      if (found.normal === null) windows.push({ x, y, dx, dy });
      else
        edges.push({
          x,
          y,
          nx: found.normal[0],
          ny: found.normal[1],
          along: found.normal[0] * dx + found.normal[1] * dy,
        });
    }
  return { windows, edges };
}

type Vector = readonly [number, number];
interface Found {
  readonly shift: Vector;
  /** Of an edge, across it; null of a window with texture. */
  readonly normal: Vector | null;
}

/** Is the window at x, y, with its margin, one of pixels that both have? */
function isInside(inside: Uint8Array, width: number, x: number, y: number): boolean {
  for (let v = y - INSIDE_MARGIN_PX; v < y + WINDOW_PX + INSIDE_MARGIN_PX; v++)
    for (let u = x - INSIDE_MARGIN_PX; u < x + WINDOW_PX + INSIDE_MARGIN_PX; u++)
      if (inside[v * width + u] === 0) return false;
  return true;
}

/** Sobel's operator, levels a pixel; 0 at the border. */
function gradients({ width, height, data }: Plane): readonly [Plane, Plane] {
  const [gx, gy] = [plane(width, height), plane(width, height)];
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1, end = i + width - 2; i < end; i++) {
      const topLeft = data[i - width - 1] as number;
      const topRight = data[i - width + 1] as number;
      const bottomLeft = data[i + width - 1] as number;
      const bottomRight = data[i + width + 1] as number;
      const diagonal = bottomRight - topLeft;
      const across = (data[i + 1] as number) - (data[i - 1] as number);
      const down = (data[i + width] as number) - (data[i - width] as number);
      gx.data[i] = (diagonal + topRight - bottomLeft + 2 * across) / 8;
      gy.data[i] = (diagonal + bottomLeft - topRight + 2 * down) / 8;
    }
  return [gx, gy];
}

/** Follows one window of the query at a time: the displacement at which the reference must be read, or null. */
function windowSearch(query: Plane, reference: Plane, withEdges: boolean): (x: number, y: number) => Found | null {
  const [gradientX, gradientY] = gradients(reference);
  const count = WINDOW_PX ** 2;
  const [target, seen, gx, gy] = Array.from({ length: 4 }, () => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const isBeyond = (x: number, y: number): boolean =>
    x < 0 || y < 0 || x >= reference.width - WINDOW_PX || y >= reference.height - WINDOW_PX;
  return (x, y) => {
    readWindow(query, x, y, target);
    const spread = centred(target);
    let [dx, dy] = [0, 0];
    let normal: Vector | null = null;
    for (let step = 0; ; step++) {
      readWindow(reference, x + dx, y + dy, seen);
      const seenSpread = centred(seen);
      if (step === STEPS)
        return correlation(target, seen, spread * seenSpread) < CORRELATION_MIN ? null : { shift: [dx, dy], normal };
      readWindow(gradientX, x + dx, y + dy, gx);
      readWindow(gradientY, x + dx, y + dy, gy);
      const gain = Math.min(GAIN_MAX, Math.max(1 / GAIN_MAX, spread / (seenSpread + 1e-3)));
      const sums = gradientSums(target, seen, gx, gy, gain);
      const isEdge: boolean = step === 0 ? !hasTexture(sums) : normal !== null;
      if (step === 0 && isEdge && !(withEdges && hasEdge(sums))) return null;
      normal = isEdge ? normalOf(sums) : null;
      const [stepX, stepY] = normal === null ? leastSquaresStep(sums) : edgeStep(sums, normal);
      dx += Math.min(STEP_MAX_PX, Math.max(-STEP_MAX_PX, stepX));
      dy += Math.min(STEP_MAX_PX, Math.max(-STEP_MAX_PX, stepY));
      if (Math.max(Math.abs(dx), Math.abs(dy)) > SHIFT_MAX_PX || isBeyond(x + dx, y + dy)) return null;
      if (Math.abs(stepX) + Math.abs(stepY) < STEP_DONE_PX) step = STEPS - 1;
    }
  };
}

/** Bilinear; the same fraction for the whole window, which lies within the picture as far as windows are followed. */
function readWindow({ width, data }: Plane, x: number, y: number, out: Float64Array): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const w00 = (1 - fx) * (1 - fy);
  const w01 = fx * (1 - fy);
  const w10 = (1 - fx) * fy;
  const w11 = fx * fy;
  for (let v = 0, k = 0; v < WINDOW_PX; v++)
    for (let i = (top + v) * width + left, end = i + WINDOW_PX; i < end; i++, k++)
      out[k] =
        w00 * (data[i] as number) +
        w01 * (data[i + 1] as number) +
        w10 * (data[i + width] as number) +
        w11 * (data[i + width + 1] as number);
}

/** Takes the weighted mean off. @returns the weighted norm of what is left */
function centred(values: Float64Array): number {
  let mean = 0;
  for (let k = 0; k < values.length; k++) mean += (WEIGHTS[k] as number) * (values[k] as number);
  mean /= WEIGHT;
  let energy = 0;
  for (let k = 0; k < values.length; k++) {
    const value = (values[k] as number) - mean;
    values[k] = value;
    energy += (WEIGHTS[k] as number) * value * value;
  }
  return Math.sqrt(energy);
}

function correlation(a: Float64Array, b: Float64Array, norm: number): number {
  let product = 0;
  for (let k = 0; k < a.length; k++) product += (WEIGHTS[k] as number) * (a[k] as number) * (b[k] as number);
  return product / (norm + 1e-3);
}

/** Weighted sums of products of the gradient with itself, and with what the windows differ by. */
interface GradientSums {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
  readonly xt: number;
  readonly yt: number;
}

function gradientSums(
  target: Float64Array,
  seen: Float64Array,
  gx: Float64Array,
  gy: Float64Array,
  gain: number,
): GradientSums {
  // Not `let [xx, ...] = [...]`: what is unpacked so is a number on the heap, made anew by every addition.
  let xx = 0;
  let xy = 0;
  let yy = 0;
  let xt = 0;
  let yt = 0;
  for (let k = 0; k < target.length; k++) {
    const weight = WEIGHTS[k] as number;
    const a = gx[k] as number;
    const b = gy[k] as number;
    const difference = weight * ((target[k] as number) - gain * (seen[k] as number));
    xx += weight * a * a;
    xy += weight * a * b;
    yy += weight * b * b;
    xt += a * difference;
    yt += b * difference;
  }
  return { xx, xy, yy, xt, yt };
}

/** Mean of the eigenvalues of the products of the gradient, and what they lie above and below it. */
const eigenvalues = ({ xx, xy, yy }: GradientSums): Vector => [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];

function hasTexture(sums: GradientSums): boolean {
  const [mean, spread] = eigenvalues(sums);
  return mean - spread >= TEXTURE_MIN;
}

function hasEdge(sums: GradientSums): boolean {
  const [mean, spread] = eigenvalues(sums);
  return mean + spread >= EDGE_MIN;
}

function leastSquaresStep({ xx, xy, yy, xt, yt }: GradientSums): Vector {
  const determinant = (xx + RIDGE) * (yy + RIDGE) - xy * xy;
  return [((yy + RIDGE) * xt - xy * yt) / determinant, ((xx + RIDGE) * yt - xy * xt) / determinant];
}

/** Eigenvector of the greatest eigenvalue. */
function normalOf({ xx, xy, yy }: GradientSums): Vector {
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return [Math.cos(angle), Math.sin(angle)];
}

/** Along the normal alone. */
function edgeStep({ xx, xy, yy, xt, yt }: GradientSums, [nx, ny]: Vector): Vector {
  const step = (nx * xt + ny * yt) / (nx * nx * xx + 2 * nx * ny * xy + ny * ny * yy + RIDGE);
  return [step * nx, step * ny];
}
