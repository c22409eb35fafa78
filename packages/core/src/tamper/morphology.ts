/**
 * Binary morphology with a square of side 2 r + 1, and connected regions.
 * Masks hold 0 and 1, row-major. Beyond the border erosion sees 1 and dilation 0, so neither eats the border.
 * Source: Serra 1982, chapter II; regions by flood fill over 8-neighbours.
 * @module
 */

/** Minimum (`keep` = 0) or maximum (`keep` = 1) over a horizontal or vertical window, by distance to the last `keep`. */
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

export function erode(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  return spread(spread(mask, height, width, width, 1, radius, 0), width, height, 1, width, radius, 0);
}

export function dilate(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  return spread(spread(mask, height, width, width, 1, radius, 1), width, height, 1, width, radius, 1);
}

/** Removes what is narrower than the square and leaves the rest as it is. */
export function open(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  return dilate(erode(mask, width, height, radius), width, height, radius);
}

export interface Region {
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

/** The connected regions of 1, largest first. */
export function connectedRegions(mask: Uint8Array, width: number, height: number, values: Float32Array): Region[] {
  const seen = new Uint8Array(mask.length);
  const stack = new Int32Array(mask.length);
  const regions: Region[] = [];
  for (let seed = 0; seed < mask.length; seed++) {
    if (mask[seed] === 0 || seen[seed] === 1) continue;
    seen[seed] = 1;
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
          if (mask[neighbour] === 0 || seen[neighbour] === 1) continue;
          seen[neighbour] = 1;
          stack[depth++] = neighbour;
        }
    }
    regions.push({ area, left, top, right, bottom, mean: sum / area });
  }
  return regions.sort((a, b) => b.area - a.area);
}
