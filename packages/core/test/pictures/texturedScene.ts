import { plane, type Raster } from '../../src/raster.ts';
import { gaussianBlur } from '../../src/signal/blur/gaussianBlur.ts';
import { deadLeaves } from './deadLeaves.ts';
import { seededUniform } from './numbers.ts';

/** Overlapping leaves with a texture of about 12 levels on them, so that every place shows something. */
export function texturedScene(width: number, height: number, seed: number): Raster {
  const leaves = deadLeaves(width, height, seed, 900);
  const uniform = seededUniform(seed);
  const white = Float32Array.from({ length: width * height }, () => uniform() - 0.5);
  const noise = gaussianBlur(plane(width, height, white), 1.6);
  // Kept off the ends of the range, so that the texture is not clipped away.
  const data = leaves.data.map((value, i) => 40 + 0.68 * value + 230 * (noise.data[Math.floor(i / 3)] as number));
  return { ...leaves, data };
}
