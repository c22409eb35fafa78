/**
 * The land before the camera as a height map with soft sun shadows. Units: kilometres.
 * @module
 */
import type { Landscape } from './landscape.ts';
import { fractalNoise } from './noise.ts';

/** Cells along a side. 512 cells over 2 km are 4 m each; finer relief is shading only. */
const CELLS = 512;
/** The map covers x in [-EXTENT / 2, EXTENT / 2], z in [0, EXTENT]. */
export const EXTENT = 2;
const STEP = EXTENT / CELLS;

export interface Terrain {
  /** Height above the water in km; at least 0, the water itself. Row-major in z, CELLS x CELLS. */
  readonly height: Float32Array;
  /** Share of the sun that reaches the ground, 0..1. */
  readonly sunlit: Float32Array;
}

/** Bilinear reading of a map of the terrain; coordinates outside are clamped to the rim. */
export function sampleMap(map: Float32Array, x: number, z: number): number {
  const u = Math.max(0, Math.min(CELLS - 1.001, (x + EXTENT / 2) / STEP));
  const v = Math.max(0, Math.min(CELLS - 1.001, z / STEP));
  const iu = Math.floor(u);
  const iv = Math.floor(v);
  const fu = u - iu;
  const fv = v - iv;
  const i = iv * CELLS + iu;
  const near = (map[i] as number) * (1 - fu) + (map[i + 1] as number) * fu;
  const far = (map[i + CELLS] as number) * (1 - fu) + (map[i + CELLS + 1] as number) * fu;
  return near * (1 - fv) + far * fv;
}

/** Heights: ridged mountains that rise with the distance, hills before them, everything below the water line cut off. */
function shapeRelief({ seed, ground, water }: Landscape): Float32Array {
  const height = new Float32Array(CELLS * CELLS);
  for (let iz = 0; iz < CELLS; iz++)
    for (let ix = 0; ix < CELLS; ix++) {
      const x = ix * STEP;
      const z = iz * STEP;
      const hills = fractalNoise(x * 2.2, z * 2.2, seed + 11, 8, 0.46);
      const ridge = 1 - Math.abs(2 * fractalNoise(x * 1.3, z * 1.3, seed + 37, 7, 0.5));
      const distance = z / EXTENT;
      height[iz * CELLS + ix] =
        ground.relief * (0.3 * hills + distance * (0.35 + 0.9 * Math.max(0, ridge) ** 2 + 0.3 * hills));
    }
  const sorted = Float32Array.from(height).sort();
  const level = sorted[Math.floor(water * (sorted.length - 1))] as number;
  for (let i = 0; i < height.length; i++) height[i] = Math.max(0, (height[i] as number) - level);
  return height;
}

/** Steps of the march towards the sun, two cells each. */
const STEPS = 40;

/** Cells that lie `k` steps from each cell along one side, [cell * (STEPS + 1) + k]; -1 outside of the map. */
function cellsTowards(share: number): Int16Array {
  const cells = new Int16Array(CELLS * (STEPS + 1));
  for (let i = 0; i < CELLS; i++)
    for (let k = 1; k <= STEPS; k++) {
      const cell = Math.round(i + share * 2 * k);
      cells[i * (STEPS + 1) + k] = cell < 0 || cell >= CELLS ? -1 : cell;
    }
  return cells;
}

/** Marches from each cell towards the sun; the nearest miss decides the penumbra. */
function castShadows(height: Float32Array, sun: Landscape['sun']): Float32Array {
  const sunlit = new Float32Array(height.length);
  const flat = Math.hypot(sun[0], sun[2]);
  const columns = cellsTowards(sun[0] / flat);
  const rows = cellsTowards(sun[2] / flat);
  const reaches = Float64Array.from({ length: STEPS + 1 }, (_, k) => k * 2 * STEP);
  const rises = reaches.map((reach) => (reach * sun[1]) / flat);
  for (let iz = 0; iz < CELLS; iz++)
    for (let ix = 0; ix < CELLS; ix++) {
      const start = height[iz * CELLS + ix] as number;
      let clear = 1;
      for (let k = 1; k <= STEPS && clear > 0; k++) {
        const x = columns[ix * (STEPS + 1) + k] as number;
        const z = rows[iz * (STEPS + 1) + k] as number;
        if (x < 0 || z < 0) break;
        const above = start + (rises[k] as number) - (height[z * CELLS + x] as number);
        // The sun's disc is widened to 1/12 rad, so edges of shadows stay soft at the map's resolution.
        clear = Math.min(clear, 0.5 + (12 * above) / (reaches[k] as number));
      }
      sunlit[iz * CELLS + ix] = Math.max(0, clear);
    }
  return sunlit;
}

export function buildTerrain(landscape: Landscape): Terrain {
  const height = shapeRelief(landscape);
  return { height, sunlit: castShadows(height, landscape.sun) };
}

/** Darkens the ground where something `tall` km high stands in the sun at (x, z). */
export function addShadow(terrain: Terrain, sun: Landscape['sun'], x: number, z: number, tall: number, wide: number) {
  const flat = Math.hypot(sun[0], sun[2]);
  const length = Math.min(3, flat / sun[1]) * tall;
  const count = Math.ceil(length / STEP) + 1;
  for (let k = 0; k < count; k++) {
    const along = (k / count) * length;
    const narrowing = 1 - 0.7 * (k / count);
    const cx = (x - (sun[0] / flat) * along + EXTENT / 2) / STEP;
    const cz = (z - (sun[2] / flat) * along) / STEP;
    const radius = Math.max(0.6, (wide / STEP) * narrowing);
    for (let iz = Math.floor(cz - radius); iz <= cz + radius + 1; iz++)
      for (let ix = Math.floor(cx - radius); ix <= cx + radius + 1; ix++) {
        if (ix < 0 || iz < 0 || ix >= CELLS || iz >= CELLS) continue;
        const near = Math.max(0, 1 - Math.hypot(ix - cx, iz - cz) / (radius + 0.7));
        const i = iz * CELLS + ix;
        terrain.sunlit[i] = (terrain.sunlit[i] as number) * (1 - 0.55 * near);
      }
  }
}
