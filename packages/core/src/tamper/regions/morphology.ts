/**
 * Binary morphology with a square of side 2 r + 1, and connected regions.
 * Masks hold 0 and 1, row-major. Beyond the border erosion sees 1 and dilation 0, so neither eats the border.
 * Source: Serra 1982, chapter II; regions by flood fill over 8-neighbours.
 * @module
 */
import type { Pointer } from '../../kernels/kernelMemory.ts';
import { withKernels } from '../../kernels/kernels.ts';

/**
 * Scalar fallback of the kernel: minimum (`keep` = 0) or maximum (`keep` = 1) over a horizontal or vertical window, by distance to the
 * last `keep`.
 */
function spread(
  input: Uint8Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  radius: number,
  keep: 0 | 1,
): Uint8Array {
  const out = new Uint8Array(input.length);
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    let next = -1;
    let previous = -Infinity;
    for (let k = 0; k < length; k++) {
      if (next < k) {
        next = k;
        while (next < length && input[start + next * step] !== keep) next++;
      }
      if (next === k) previous = k;
      const near = k - previous <= radius || (next < length && next - k <= radius);
      out[start + k * step] = near ? keep : 1 - keep;
    }
  }
  return out;
}

/** Minimum (`keep` = 0) or maximum (`keep` = 1) over the square. */
const square = (mask: Uint8Array, width: number, height: number, radius: number, keep: 0 | 1): Uint8Array =>
  withKernels(
    (kernels, memory) => {
      const beyond = kernels.maskSpareBytes(radius);
      const room = (): Pointer => memory.reserve(mask.length + beyond);
      const [from, spare, line] = [room(), room(), memory.reserve(width + beyond)];
      memory.write(from, mask);
      kernels.squareOfMask(from, from, spare, line, width, height, radius, keep);
      return memory.samples(from, mask.length).slice();
    },
    () => spread(spread(mask, height, width, width, 1, radius, keep), width, height, 1, width, radius, keep),
  );

export const erode = (mask: Uint8Array, width: number, height: number, radius: number): Uint8Array =>
  square(mask, width, height, radius, 0);

export const dilate = (mask: Uint8Array, width: number, height: number, radius: number): Uint8Array =>
  square(mask, width, height, radius, 1);

/** Fills what is narrower than the square and leaves the rest as it is. */
export function close(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  return erode(dilate(mask, width, height, radius), width, height, radius);
}

/** Fills every 0 that is not connected (4-neighbours) with the border. */
export function fillHoles(mask: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(mask.length).fill(1);
  const stack = new Int32Array(mask.length);
  let depth = 0;
  const reach = (at: number): void => {
    if (mask[at] === 1 || out[at] === 0) return;
    out[at] = 0;
    stack[depth++] = at;
  };
  for (let x = 0; x < width; x++) {
    reach(x);
    reach((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    reach(y * width);
    reach(y * width + width - 1);
  }
  while (depth > 0) {
    const at = stack[--depth] as number;
    const x = at % width;
    if (x > 0) reach(at - 1);
    if (x < width - 1) reach(at + 1);
    if (at >= width) reach(at - width);
    if (at < mask.length - width) reach(at + width);
  }
  return out;
}

/** Removes what is narrower than the square and leaves the rest as it is. */
export function open(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  return dilate(erode(mask, width, height, radius), width, height, radius);
}

export interface Region {
  /** From 1 on. */
  readonly label: number;
  /** Pixels in the region. */
  readonly area: number;
  /** Bounding box: first column and row, and one past the last. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Mean of `values` inside. */
  readonly mean: number;
}

/**
 * The connected regions of 1, largest first.
 * @param labels receives each region's `label` at its pixels, 0 elsewhere
 */
export function connectedRegions(
  mask: Uint8Array,
  width: number,
  height: number,
  values: Float32Array,
  labels = new Int32Array(mask.length),
): Region[] {
  labels.fill(0);
  const stack = new Int32Array(mask.length);
  const regions: Region[] = [];
  for (let seed = 0; seed < mask.length; seed++) {
    if (mask[seed] === 0 || labels[seed] !== 0) continue;
    const label = regions.length + 1;
    labels[seed] = label;
    stack[0] = seed;
    let depth = 1;
    let area = 0;
    let sum = 0;
    let left = width;
    let right = 0;
    let top = height;
    let bottom = 0;
    while (depth > 0) {
      const at = stack[--depth] as number;
      const x = at % width;
      const y = (at - x) / width;
      area++;
      sum += values[at] as number;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
      for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++)
        for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
          const neighbour = j * width + i;
          if (mask[neighbour] === 0 || labels[neighbour] !== 0) continue;
          labels[neighbour] = label;
          stack[depth++] = neighbour;
        }
    }
    regions.push({ label, area, left, top, right, bottom, mean: sum / area });
  }
  return regions.sort((a, b) => b.area - a.area);
}
