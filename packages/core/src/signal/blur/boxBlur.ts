/**
 * Repeated box mean of a plane by running sums: constant time per sample whatever the radius, and close to a Gaussian of
 *     sigma = sqrt(passes ((2 radius + 1)^2 - 1) / 12)
 * after two or three passes (central limit). At the border the window shrinks to the samples that exist.
 * Source: Wells 1986, "Efficient synthesis of Gaussian filters by cascaded uniform filters".
 * @module
 */
import type { KernelMemory, Pointer } from '../../kernels/kernelMemory.ts';
import { type Kernels, withKernels } from '../../kernels/kernels.ts';
import type { Plane, Size } from '../../raster.ts';

/**
 * Blurs in place.
 * @param radius  half width of the box, an integer >= 1
 * @param passes  how often, >= 1
 * @param scratch receives intermediate rows; at least `width * height` samples
 * @throws {RangeError} if `scratch` is too small
 */
export function boxBlur(plane: Plane, radius: number, passes: number, scratch: Float32Array): void {
  const { data } = plane;
  if (scratch.length < data.length) throw new RangeError(`boxBlur: scratch must hold ${data.length} samples`);
  withKernels(
    (kernels, memory) => {
      const at = memory.copyIn(data);
      boxInMemory({ kernels, memory }, plane, at, radius, passes);
      data.set(memory.floats(at, data.length));
    },
    () => blurScalar(plane, radius, passes, scratch),
  );
}

/** `boxBlur` of a plane that lies in the kernels' memory. */
export function boxInMemory(
  { kernels, memory }: { readonly kernels: Kernels; readonly memory: KernelMemory },
  { width, height }: Size,
  plane: Pointer,
  radius: number,
  passes: number,
): void {
  memory.frame(() => {
    const spare = memory.reserve(4 * width * height);
    kernels.boxPlane(plane, spare, memory.reserve(8 * width), width, height, radius, passes);
  });
}

/** Scalar fallback of the kernel. */
function blurScalar({ width, height, data }: Plane, radius: number, passes: number, scratch: Float32Array): void {
  for (let pass = 0; pass < passes; pass++) {
    blurRows(data, scratch, width, height, radius);
    blurColumns(scratch, data, width, height, radius);
  }
}

function blurRows(input: Float32Array, out: Float32Array, width: number, height: number, radius: number): void {
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    let count = 0;
    for (let x = 0; x < Math.min(radius, width); x++, count++) sum += input[row + x] as number;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) {
        sum += input[row + x + radius] as number;
        count++;
      }
      if (x - radius - 1 >= 0) {
        sum -= input[row + x - radius - 1] as number;
        count--;
      }
      out[row + x] = sum / count;
    }
  }
}

/** Slides whole rows, so that memory is walked in order. */
function blurColumns(input: Float32Array, out: Float32Array, width: number, height: number, radius: number): void {
  const sums = new Float64Array(width);
  let count = 0;
  const add = (y: number, sign: 1 | -1): void => {
    const row = y * width;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + sign * (input[row + x] as number);
    count += sign;
  };
  for (let y = 0; y < Math.min(radius, height); y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) add(y + radius, 1);
    if (y - radius - 1 >= 0) add(y - radius - 1, -1);
    const row = y * width;
    for (let x = 0; x < width; x++) out[row + x] = (sums[x] as number) / count;
  }
}
