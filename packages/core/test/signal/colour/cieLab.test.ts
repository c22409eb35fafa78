import { srgbToLab } from '@assay/core/signal/colour/cieLab';
import { expect, test } from 'vitest';

/** Published values of the sRGB primaries under D65, for instance B. Lindbloom's calculator. */
test.each([
  { rgb: [255, 255, 255], lab: [100, 0, 0] },
  { rgb: [0, 0, 0], lab: [0, 0, 0] },
  { rgb: [255, 0, 0], lab: [53.24, 80.09, 67.2] },
  { rgb: [0, 255, 0], lab: [87.73, -86.18, 83.18] },
  { rgb: [0, 0, 255], lab: [32.3, 79.19, -107.86] },
])('srgbToLab of $rgb', ({ rgb, lab }) => {
  const out = new Float32Array(3);
  srgbToLab(rgb[0] as number, rgb[1] as number, rgb[2] as number, out, 0);
  for (const [i, expected] of lab.entries()) expect(Math.abs((out[i] as number) - expected)).toBeLessThan(0.05);
});
