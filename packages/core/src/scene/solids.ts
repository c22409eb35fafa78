/**
 * Convex bodies (houses, boulders) as intersections of half-spaces, drawn by ray casting.
 * @module
 */
import type { Landscape, Rgb } from './landscape.ts';
import { fractalNoise, octavesFor, uniform } from './noise.ts';
import { addShadow, sampleMap, type Terrain } from './terrain.ts';
import { addAir, type View } from './view.ts';

/** Points p with  normal . (p - centre) <= offset;  lengths in km. */
interface Face {
  readonly normal: readonly [number, number, number];
  readonly offset: number;
  readonly colour: Rgb;
  /** Rows of planks or tiles per km; 0 for bare stone. */
  readonly courses: number;
}

export interface Solid {
  readonly centre: readonly [number, number, number];
  /** Radius of a ball that holds the body, km. */
  readonly radius: number;
  readonly faces: readonly Face[];
  readonly windows: boolean;
}

/** Four walls and a gable roof, turned by `angle`. */
function house(x: number, z: number, terrain: Terrain, seed: number): Solid {
  const size = 0.008 + 0.006 * uniform(1, seed);
  const angle = 0.3 + uniform(2, seed) * 0.9;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const shade = 0.35 + 0.5 * uniform(3, seed);
  const wall: Rgb =
    uniform(4, seed) < 0.4 ? [0.45 * shade, 0.14 * shade, 0.1 * shade] : [shade, 0.95 * shade, 0.85 * shade];
  const roof: Rgb = uniform(5, seed) < 0.5 ? [0.32, 0.1, 0.06] : [0.09, 0.09, 0.1];
  const pitch = Math.SQRT1_2;
  const faces: Face[] = [
    { normal: [cos, 0, sin], offset: size, colour: wall, courses: 2600 },
    { normal: [-cos, 0, -sin], offset: size, colour: wall, courses: 2600 },
    { normal: [-sin, 0, cos], offset: size * 0.7, colour: wall, courses: 2600 },
    { normal: [sin, 0, -cos], offset: size * 0.7, colour: wall, courses: 2600 },
    { normal: [-sin * pitch, pitch, cos * pitch], offset: size * 0.95, colour: roof, courses: 1900 },
    { normal: [sin * pitch, pitch, -cos * pitch], offset: size * 0.95, colour: roof, courses: 1900 },
  ];
  return { centre: [x, sampleMap(terrain.height, x, z) + size * 0.5, z], radius: size * 1.8, faces, windows: true };
}

/** A ball cut flat from sixteen sides. */
function boulder(x: number, z: number, terrain: Terrain, land: Landscape, seed: number): Solid {
  const size = 0.0015 + 0.004 * uniform(1, seed) ** 2;
  const grey = 0.8 + 0.5 * uniform(2, seed);
  const colour = land.ground.rock.map((c) => c * grey) as unknown as Rgb;
  const faces: Face[] = [];
  for (let k = 0; k < 16; k++) {
    const y = 2 * uniform(10 + k, seed) - 1;
    const turn = 2 * Math.PI * uniform(40 + k, seed);
    const flat = Math.sqrt(1 - y * y);
    const normal = [flat * Math.cos(turn), y, flat * Math.sin(turn)] as const;
    faces.push({ normal, offset: size * (0.62 + 0.38 * uniform(70 + k, seed)), colour, courses: 0 });
  }
  // Six axis planes close the body whatever the draw was.
  for (const normal of [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ] as const)
    faces.push({ normal, offset: size * 0.95, colour, courses: 0 });
  return { centre: [x, sampleMap(terrain.height, x, z) + size * 0.2, z], radius: size * 1.7, faces, windows: false };
}

/** Chooses places on dry, gentle ground and darkens the ground behind each body. */
export function placeSolids(land: Landscape, terrain: Terrain): Solid[] {
  const solids: Solid[] = [];
  const count = land.houses + land.boulders;
  for (let index = 0; index < 40 * count && solids.length < count; index++) {
    const seed = land.seed + 977 * index;
    const isHouse = solids.length < land.houses;
    const z = isHouse ? 0.14 + 0.3 * uniform(7, seed) : 0.06 + 0.12 * uniform(7, seed);
    const x = z * 0.95 * (uniform(8, seed) - 0.5);
    const here = sampleMap(terrain.height, x, z);
    if (here < 0.002 || Math.abs(sampleMap(terrain.height, x + 0.02, z) - here) > 0.008) continue;
    const solid = isHouse ? house(x, z, terrain, seed) : boulder(x, z, terrain, land, seed);
    addShadow(terrain, land.sun, x, z, solid.radius, solid.radius * 0.7);
    solids.push(solid);
  }
  return solids;
}

/** Where the ray t (dx, dy, 1) from (0, eye, 0) enters the body: depth z and face, or null. */
function enter(solid: Solid, eye: number, dx: number, dy: number): { z: number; face: Face } | null {
  let first = 0;
  let last = Number.POSITIVE_INFINITY;
  let hit: Face | null = null;
  for (const face of solid.faces) {
    const [nx, ny, nz] = face.normal;
    const [cx, cy, cz] = solid.centre;
    const towards = nx * dx + ny * dy + nz;
    const gap = face.offset + nx * cx + ny * (cy - eye) + nz * cz;
    const z = gap / towards;
    if (towards < 0 && z > first) {
      first = z;
      hit = face;
    } else if (towards > 0) last = Math.min(last, z);
    else if (towards === 0 && gap < 0) return null;
  }
  return hit && first < last ? { z: first, face: hit } : null;
}

/** True where a wall at height `up` (km above the floor) and position `along` has a window pane. */
function isWindow(along: number, up: number): boolean {
  const column = (((along / 0.005) % 1) + 1) % 1;
  return column > 0.3 && column < 0.7 && up > -0.001 && up < 0.002;
}

export function drawSolid(land: Landscape, view: View, solid: Solid): void {
  const { width, height, focal, horizon, eye } = view;
  const [cx, cy, cz] = solid.centre;
  const reach = (focal * solid.radius) / cz;
  const column = width / 2 + (focal * cx) / cz;
  const row = horizon - (focal * (cy - eye)) / cz;
  for (let y = Math.max(0, Math.floor(row - reach)); y < Math.min(height, row + reach); y++)
    for (let x = Math.max(0, Math.floor(column - reach)); x < Math.min(width, column + reach); x++) {
      const i = y * width + x;
      const dx = (x + 0.5 - width / 2) / focal;
      const dy = (horizon - y - 0.5) / focal;
      const hit = enter(solid, eye, dx, dy);
      if (!hit || hit.z > (view.depth[i] as number) + 0.004) continue;
      view.depth[i] = hit.z;
      shadeFace(land, view, i, solid, hit.face, [dx * hit.z - cx, eye + dy * hit.z - cy, hit.z - cz]);
      addAir(land, view, i, hit.z);
    }
}

function shadeFace(
  land: Landscape,
  view: View,
  i: number,
  solid: Solid,
  face: Face,
  at: readonly [number, number, number],
): void {
  const [nx, ny, nz] = face.normal;
  const along = at[0] * nz - at[2] * nx + at[0] * ny;
  const up = at[1];
  const footprint = solid.centre[2] / view.focal;
  const grain = fractalNoise(along * 700, up * 700, land.seed + 211, octavesFor(footprint * 700, 8), 0.85);
  const course = face.courses > 0 && (((up * face.courses) % 1) + 1) % 1 < 0.15 ? 0.72 : 1;
  const pane = solid.windows && ny === 0 && isWindow(along, up);
  const texture = pane ? 0.12 : course * Math.max(0.2, 1 + 0.5 * grain);
  const tilt = solid.windows ? 0 : 0.3 * grain;
  const direct = Math.max(0, nx * land.sun[0] + ny * land.sun[1] + nz * land.sun[2] + tilt);
  for (let c = 0; c < 3; c++) {
    const sky = (0.4 + 0.3 * ny) * ((land.weather.zenith[c] as number) + (land.weather.horizon[c] as number));
    const albedo = (face.colour[c] as number) * texture;
    view.light[3 * i + c] = albedo * (direct * (land.weather.sunlight[c] as number) + 0.5 * sky);
  }
}
