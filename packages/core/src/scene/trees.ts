/**
 * Trees as upright silhouettes with ragged rims, drawn from far to near.
 * @module
 */
import type { Landscape } from './landscape.ts';
import { fractalNoise, latticeHash, octavesFor, smoothstep, uniform } from './noise.ts';
import { addShadow, sampleMap, type Terrain } from './terrain.ts';
import { addAir, type View } from './view.ts';

/** Places that are asked whether a tree stands there. */
const CANDIDATES = 6000;

export interface Tree {
  readonly x: number;
  readonly z: number;
  /** Height in km. */
  readonly tall: number;
  readonly conifer: boolean;
  readonly seed: number;
}

/** Groves on dry and gentle ground, sorted from far to near; darkens the ground behind each tree. */
export function plantTrees(land: Landscape, terrain: Terrain): Tree[] {
  const trees: Tree[] = [];
  for (let index = 0; index < CANDIDATES; index++) {
    const seed = latticeHash(index, 5, land.seed);
    // Uniform over the field of view; the root spreads places evenly over the area.
    const z = 0.1 + 1.5 * Math.sqrt(uniform(1, seed)) * uniform(4, seed);
    const x = z * 1.3 * (uniform(2, seed) - 0.5);
    const grove = 0.5 + fractalNoise(x * 5, z * 5, land.seed + 301, 4, 0.6);
    if (grove < 1 - land.ground.forest) continue;
    const here = sampleMap(terrain.height, x, z);
    if (here < 0.003 || here > land.ground.snowLine + 0.03) continue;
    if (Math.abs(sampleMap(terrain.height, x + 0.01, z) - here) > 0.009) continue;
    const tall = 0.008 + 0.012 * uniform(3, seed);
    const conifer = fractalNoise(x * 3, z * 3, land.seed + 331, 2, 0.5) + 0.25 * uniform(5, seed) > 0.1;
    trees.push({ x, z, tall, conifer, seed });
    addShadow(terrain, land.sun, x, z, tall, tall * 0.22);
  }
  return trees.sort((a, b) => b.z - a.z);
}

/** Half-width of the crown over the tree's height at `v` (0 top, 1 ground). */
function profile(conifer: boolean, v: number): number {
  if (v > 0.9) return 0.025;
  if (conifer) return 0.03 + 0.21 * v * (0.75 + 0.25 * (((v * 7) % 1) + 0));
  const crown = 1 - ((v - 0.42) / 0.46) ** 2;
  return crown > 0 ? 0.33 * Math.sqrt(crown) : 0.03;
}

export function drawTree(land: Landscape, terrain: Terrain, view: View, tree: Tree): void {
  const { width, height, focal, horizon, eye } = view;
  const base = sampleMap(terrain.height, tree.x, tree.z);
  const scale = focal / tree.z;
  const tallPixels = tree.tall * scale;
  const column = width / 2 + tree.x * scale;
  const top = horizon - (base + tree.tall - eye) * scale;
  const octaves = octavesFor(14 / Math.max(1, tallPixels), 6);
  const lit = sampleMap(terrain.sunlit, tree.x, tree.z) * 0.6 + 0.4;
  const reach = 0.45 * tallPixels + 1;
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, top + tallPixels); y++) {
    const v = (y + 0.5 - top) / tallPixels;
    const half = profile(tree.conifer, v);
    for (let x = Math.max(0, Math.floor(column - reach)); x < Math.min(width, column + reach); x++) {
      const i = y * width + x;
      if ((view.depth[i] as number) < tree.z - 0.003) continue;
      const u = (x + 0.5 - column) / tallPixels;
      const leaves = fractalNoise(u * 14, v * 14, tree.seed, octaves, 0.9);
      const rim = half * (1 + 0.5 * leaves) - Math.abs(u);
      // A pixel's share of the crown: the signed distance to the rim, one pixel wide.
      const share = smoothstep(-0.5, 0.5, rim * tallPixels);
      if (share <= 0) continue;
      paintLeaf(
        land,
        view,
        i,
        share,
        tree,
        (u / (half + 0.02)) * Math.sign(land.sun[0]),
        leaves,
        lit * (1.15 - 0.5 * v),
      );
    }
  }
}

/** @param sunward -1 on the shadow side of the crown, 1 on the sun's side */
function paintLeaf(
  land: Landscape,
  view: View,
  i: number,
  share: number,
  tree: Tree,
  sunward: number,
  leaves: number,
  lit: number,
): void {
  const { light } = view;
  const before = [light[3 * i] as number, light[3 * i + 1] as number, light[3 * i + 2] as number];
  const hue = 0.75 + 0.5 * uniform(9, tree.seed);
  const direct = Math.max(0.06, 0.5 + 0.4 * sunward + 0.9 * leaves) * lit;
  for (let c = 0; c < 3; c++) {
    const sky = (land.weather.zenith[c] as number) + (land.weather.horizon[c] as number);
    const warm = c === 0 ? hue : 1;
    const albedo = (land.ground.tree[c] as number) * warm * Math.max(0.3, 1 + 0.7 * leaves);
    light[3 * i + c] = albedo * (1.3 * direct * (land.weather.sunlight[c] as number) + 0.35 * sky);
  }
  addAir(land, view, i, tree.z);
  for (let c = 0; c < 3; c++)
    light[3 * i + c] = (light[3 * i + c] as number) * share + (before[c] as number) * (1 - share);
  if (share > 0.5) view.depth[i] = tree.z;
}
