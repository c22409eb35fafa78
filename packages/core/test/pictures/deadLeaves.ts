import type { Raster } from '@assay/core/raster';

/**
 * A picture of overlapping discs and squares, large ones rare ("dead leaves", whose edges and scales are distributed as
 * those of photographs; Lee, Mumford, Huang 2001). Whole-number arithmetic only: deadLeaves.py makes the same picture.
 */
export function deadLeaves(width: number, height: number, seed: number, leaves = 600): Raster {
  const data = new Uint8Array(width * height * 3).fill(128);
  let state = seed >>> 0;
  /** 0..65535, the upper half of a linear congruential generator (Numerical Recipes, section 7.1). */
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 16;
  };
  const largest = Math.floor(Math.min(width, height) / 2);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const radius = 2 + Math.floor(largest / (1 + (next() % 40)));
    const cx = next() % width;
    const cy = next() % height;
    const round = next() % 2 === 0;
    const colour = [next() % 256, next() % 256, next() % 256];
    for (let y = Math.max(0, cy - radius); y <= Math.min(height - 1, cy + radius); y++)
      for (let x = Math.max(0, cx - radius); x <= Math.min(width - 1, cx + radius); x++)
        if (!round || (x - cx) * (x - cx) + (y - cy) * (y - cy) <= radius * radius)
          data.set(colour, (y * width + x) * 3);
  }
  return { width, height, channels: 3, depth: 8, data };
}
