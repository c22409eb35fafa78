/**
 * A picture of an invented landscape, for tests and for the demonstration: the repository holds no third-party photos.
 *
 * The scene has what matters to watermarks and fingerprints in a photo: a smooth sky, soft and hard edges, fractal
 * textures with a spectrum near 1/f^2, shadows, occlusion, perspective, haze and signal-dependent sensor noise.
 * @module
 */
import type { Raster } from '../raster.ts';
import { shadeGround } from './ground.ts';
import { drawLandscape } from './landscape.ts';
import { develop } from './sensor.ts';
import { drawSolid, placeSolids } from './solids.ts';
import { buildTerrain } from './terrain.ts';
import { drawTree, plantTrees } from './trees.ts';
import { openView, seeTerrain } from './view.ts';

export interface SceneOptions {
  /** Pixels, at least 16. */
  readonly width: number;
  readonly height: number;
  /** Any integer; the same seed gives the same samples (up to the rounding of the engine's pow and cos), other seeds other landscapes. */
  readonly seed: number;
}

/**
 * Renders 8-bit sRGB, three channels.
 * @throws {RangeError} if a side is not an integer of at least 16 or the seed is not an integer
 */
export function renderScene({ width, height, seed }: SceneOptions): Raster {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 16 || height < 16)
    throw new RangeError(`renderScene: sides must be integers of at least 16, got ${width} x ${height}`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`renderScene: seed must be an integer, got ${seed}`);
  const land = drawLandscape(seed);
  const terrain = buildTerrain(land);
  const solids = placeSolids(land, terrain);
  const trees = plantTrees(land, terrain);
  const view = openView(land, terrain, width, height);
  seeTerrain(view, terrain);
  shadeGround(land, terrain, view);
  for (const tree of trees) drawTree(land, terrain, view, tree);
  for (const solid of solids) drawSolid(land, view, solid);
  return { width, height, channels: 3, depth: 8, data: develop(view, land.seed) };
}
