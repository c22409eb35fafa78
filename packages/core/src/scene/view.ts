/**
 * The camera and what it has seen so far: light and depth for each pixel.
 *
 * Pinhole at (0, eye, 0) looking along +z: a point (x, y, z) falls on
 *   column = width / 2 + f x / z,   row = horizon - f (y - eye) / z      [pixels].
 * @module
 */
import type { Landscape } from './landscape.ts';
import { uniform } from './noise.ts';
import { EXTENT, sampleMap, type Terrain } from './terrain.ts';

/** Depth at which the land begins, km. */
const NEAR = 0.03;
/** Growth of the step of the march; 1 % of the distance is below a pixel's height for all but grazing slopes. */
const STRIDE = 1.008;

export interface View {
  readonly width: number;
  readonly height: number;
  /** Focal length in pixels. */
  readonly focal: number;
  /** Row of the horizon. */
  readonly horizon: number;
  /** Height of the camera, km above the water. */
  readonly eye: number;
  /** Linear RGB, interleaved. */
  readonly light: Float32Array;
  /** z of the nearest surface in km; Infinity is sky. */
  readonly depth: Float32Array;
}

export function openView(land: Landscape, terrain: Terrain, width: number, height: number): View {
  let highest = 0;
  for (let z = 0; z < 0.2; z += 0.01)
    for (let x = -0.1; x <= 0.1; x += 0.01) highest = Math.max(highest, sampleMap(terrain.height, x, z));
  return {
    width,
    height,
    // 35 mm equivalent of 30 mm: the longer side spans 36 mm.
    focal: (Math.max(width, height) * 30) / 36,
    horizon: height * (0.34 + 0.16 * uniform(21, land.seed)),
    eye: highest + 0.03 + 0.03 * uniform(22, land.seed),
    light: new Float32Array(width * height * 3),
    depth: new Float32Array(width * height).fill(Number.POSITIVE_INFINITY),
  };
}

/** Fills `depth` with the land: each column is marched outwards, and what rises above the rows seen so far is new. */
export function seeTerrain(view: View, terrain: Terrain): void {
  const { width, height, focal, horizon, eye, depth } = view;
  for (let column = 0; column < width; column++) {
    const slope = (column + 0.5 - width / 2) / focal;
    let lowest = height;
    let previousRow = height + 1;
    let previousZ = NEAR;
    for (let z = NEAR; z < EXTENT && lowest > 0; z *= STRIDE) {
      const row = horizon - (focal * (sampleMap(terrain.height, slope * z, z) - eye)) / z;
      const first = Math.max(0, Math.ceil(row - 0.5));
      for (let y = lowest - 1; y >= first; y--) {
        const share = (previousRow - y) / Math.max(1e-6, previousRow - row);
        depth[y * width + column] = previousZ + (z - previousZ) * Math.max(0, Math.min(1, share));
      }
      lowest = Math.min(lowest, first);
      previousRow = row;
      previousZ = z;
    }
  }
}

/** Mixes the air's colour over `light` at pixel `i`:  L = L e^(-d / v) + horizon (1 - e^(-d / v)). */
export function addAir(land: Landscape, view: View, i: number, distance: number): void {
  const clear = Math.exp((-distance * Math.LN2) / land.weather.visibility);
  for (let c = 0; c < 3; c++)
    view.light[3 * i + c] =
      (view.light[3 * i + c] as number) * clear + (land.weather.horizon[c] as number) * 0.85 * (1 - clear);
}
