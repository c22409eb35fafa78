/**
 * Approximate Gaussian blur in constant time per sample whatever sigma: three extended box filters one after the other.
 * A box of real length 2 (r + alpha) + 1 weighs its outermost samples with alpha, so any variance can be met exactly:
 *     r = floor((sqrt(12 sigma^2 / 3 + 1) - 1) / 2),
 *     alpha = (2 r + 1) (r (r + 1) - sigma^2) / (6 (sigma^2 / 3 - (r + 1)^2)).
 * Largest error of the impulse response about 3 % of its peak. For means and local energies; where the kernel itself
 * matters (SSIM, feature detection) take gaussianBlur.ts. Borders are mirrored without repeating the border sample.
 * Source: Gwosdek, Grewenig, Bruhn, Weickert 2011, eqs. (6)-(8).
 * @module
 */
import type { KernelMemory, Pointer } from '../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../kernels/kernels.ts';
import { type Plane, plane } from '../../raster.ts';

const PASSES = 3;

interface ExtendedBox {
  readonly radius: number;
  /** Weight of the two samples beyond the radius, in [0, 1). */
  readonly alpha: number;
}

/** The box whose threefold application has the variance sigma^2. */
export function extendedBox(sigma: number): ExtendedBox {
  const variance = (sigma * sigma) / PASSES;
  const radius = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  const alpha = ((2 * radius + 1) * (radius * (radius + 1) - 3 * variance)) / (6 * (variance - (radius + 1) ** 2));
  return { radius, alpha };
}

/** Planes with a shorter side than this are blurred by the scalar loops. */
export const KERNEL_SIDE_MIN = 8;

/** @param sigma standard deviation in pixels, > 0. @returns a new plane. @throws {RangeError} if sigma is not positive */
export function stackedBlur(input: Plane, sigma: number): Plane {
  if (!(sigma > 0)) throw new RangeError(`stackedBlur: sigma must be > 0, got ${sigma}`);
  const { width, height } = input;
  if (Math.min(width, height) < KERNEL_SIDE_MIN) return blurScalar(input, extendedBox(sigma));
  return withKernels(
    (kernels, memory) => {
      const at = memory.copyIn(input.data);
      blurInMemory({ kernels, memory }, input, at, at, sigma);
      return plane(width, height, memory.floats(at, width * height).slice());
    },
    () => blurScalar(input, extendedBox(sigma)),
  );
}

/** `stackedBlur` of a plane that lies in the kernels' memory, to `out`, which may be `input`. */
export function blurInMemory(
  { kernels, memory }: { readonly kernels: Kernels; readonly memory: KernelMemory },
  { width, height }: Pick<Plane, 'width' | 'height'>,
  input: Pointer,
  out: Pointer,
  sigma: number,
): void {
  const { radius, alpha } = extendedBox(sigma);
  memory.frame(() => {
    const scratch = memory.reserve(kernels.blurScratchBytes(Math.max(width, height), radius));
    const spare = memory.reserve(4 * width * height);
    kernels.blurPlane(input, out, spare, scratch, width, height, radius, alpha);
  });
}

/** Scalar fallback of the kernel `blurPlane`. */
function blurScalar(input: Plane, box: ExtendedBox): Plane {
  const { width, height } = input;
  const out = plane(width, height);
  blurRows(input.data, width, box, out.data);
  const spare = new Float32Array(width * height);
  // Three passes down the columns need two buffers: out -> spare -> out -> spare.
  blurColumns(out.data, width, height, box, spare);
  blurColumns(spare, width, height, box, out.data);
  blurColumns(out.data, width, height, box, spare);
  return { width, height, data: spare };
}

/** All three passes of a row at once, while it is in the cache. */
function blurRows(input: Float32Array, width: number, box: ExtendedBox, out: Float32Array): void {
  const margin = box.radius + 1;
  // One sample more than the margins: the last step, whose sum nobody reads, reaches it.
  const first = new Float64Array(width + 2 * margin + 1);
  const second = new Float64Array(width + 2 * margin + 1);
  for (let start = 0; start < input.length; start += width) {
    for (let x = 0; x < width; x++) first[margin + x] = input[start + x] as number;
    blurLine(first, width, box, second);
    blurLine(second, width, box, first);
    blurLine(first, width, box, second);
    for (let x = 0; x < width; x++) out[start + x] = second[margin + x] as number;
  }
}

/** One pass over a line that stands between margins of radius + 1 samples. */
function blurLine(line: Float64Array, width: number, { radius, alpha }: ExtendedBox, out: Float64Array): void {
  const margin = radius + 1;
  mirrorEnds(line, width, margin);
  const scale = 1 / (2 * radius + 1 + 2 * alpha);
  const inner = scale * (1 - alpha);
  const outer = scale * alpha;
  let sum = alpha * ((line[0] as number) + (line[2 * margin] as number));
  for (let i = 1; i < 2 * margin; i++) sum += line[i] as number;
  sum *= scale;
  // Only one addition a sample waits for the one before: the rest of the step is a sum of its own.
  for (let x = 0, right = 2 * margin; x < width; x++, right++) {
    out[margin + x] = sum;
    const step =
      inner * ((line[right] as number) - (line[x + 1] as number)) +
      outer * ((line[right + 1] as number) - (line[x] as number));
    sum += step;
  }
}

function mirrorEnds(padded: Float64Array, width: number, margin: number): void {
  for (let i = 1; i <= margin; i++) {
    padded[margin - i] = padded[margin + reflect(-i, width)] as number;
    padded[margin + width - 1 + i] = padded[margin + reflect(width - 1 + i, width)] as number;
  }
}

/** One pass down the columns: one running sum for each, updated by whole rows, four rows a sweep. */
function blurColumns(input: Float32Array, width: number, height: number, box: ExtendedBox, out: Float32Array): void {
  const { radius, alpha } = box;
  const sums = new Float64Array(width);
  const scale = 1 / (2 * radius + 1 + 2 * alpha);
  for (let i = -radius - 1; i <= radius + 1; i++) {
    const weight = Math.abs(i) > radius ? alpha * scale : scale;
    const row = reflect(i, height) * width;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + weight * (input[row + x] as number);
  }
  const quads = height - (height % 4);
  for (let y = 0; y < quads; y += 4) slideFourRows(input, width, height, y, box, sums, out);
  for (let y = quads; y < height; y++) slideRow(input, width, height, y, box, sums, out);
}

/** Row y out, then the sums move down to row y + 1. */
function slideRow(
  input: Float32Array,
  width: number,
  height: number,
  y: number,
  { radius, alpha }: ExtendedBox,
  sums: Float64Array,
  out: Float32Array,
): void {
  const scale = 1 / (2 * radius + 1 + 2 * alpha);
  const inner = scale * (1 - alpha);
  const outer = scale * alpha;
  const entering = reflect(y + radius + 1, height) * width;
  const enteringEdge = reflect(y + radius + 2, height) * width;
  const leaving = reflect(y - radius, height) * width;
  const leavingEdge = reflect(y - radius - 1, height) * width;
  const row = y * width;
  for (let x = 0; x < width; x++) {
    const sum = sums[x] as number;
    out[row + x] = sum;
    sums[x] =
      sum +
      inner * ((input[entering + x] as number) - (input[leaving + x] as number)) +
      outer * ((input[enteringEdge + x] as number) - (input[leavingEdge + x] as number));
  }
}

/** As `slideRow` for rows y .. y + 3: a sum stays in its register, and the edge of one row is the inside of the next. */
function slideFourRows(
  input: Float32Array,
  width: number,
  height: number,
  y: number,
  { radius, alpha }: ExtendedBox,
  sums: Float64Array,
  out: Float32Array,
): void {
  const scale = 1 / (2 * radius + 1 + 2 * alpha);
  const inner = scale * (1 - alpha);
  const outer = scale * alpha;
  const start = (i: number): number => reflect(i, height) * width;
  const [e0, e1, e2] = [start(y + radius + 1), start(y + radius + 2), start(y + radius + 3)];
  const [e3, e4] = [start(y + radius + 4), start(y + radius + 5)];
  const [l0, l1, l2] = [start(y - radius - 1), start(y - radius), start(y - radius + 1)];
  const [l3, l4] = [start(y - radius + 2), start(y - radius + 3)];
  const [row0, row1, row2, row3] = [y * width, (y + 1) * width, (y + 2) * width, (y + 3) * width];
  for (let x = 0; x < width; x++) {
    const first = sums[x] as number;
    const inside0 = (input[e0 + x] as number) - (input[l1 + x] as number);
    const edge0 = (input[e1 + x] as number) - (input[l0 + x] as number);
    out[row0 + x] = first;
    const second = first + inner * inside0 + outer * edge0;
    out[row1 + x] = second;
    const inside1 = (input[e1 + x] as number) - (input[l2 + x] as number);
    const edge1 = (input[e2 + x] as number) - (input[l1 + x] as number);
    const third = second + inner * inside1 + outer * edge1;
    out[row2 + x] = third;
    const inside2 = (input[e2 + x] as number) - (input[l3 + x] as number);
    const edge2 = (input[e3 + x] as number) - (input[l2 + x] as number);
    const fourth = third + inner * inside2 + outer * edge2;
    out[row3 + x] = fourth;
    const inside3 = (input[e3 + x] as number) - (input[l4 + x] as number);
    const edge3 = (input[e4 + x] as number) - (input[l3 + x] as number);
    sums[x] = fourth + inner * inside3 + outer * edge3;
  }
}

function reflect(i: number, length: number): number {
  if (i >= 0 && i < length) return i;
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const folded = ((i % period) + period) % period;
  return folded < length ? folded : period - folded;
}
