/**
 * Colours of sky, land and water for every pixel of a view whose depth is known.
 * @module
 */
import type { Landscape } from './landscape.ts';
import { fractalNoise, octavesFor, smoothstep } from './noise.ts';
import { skyColour } from './sky.ts';
import { EXTENT, sampleMap, type Terrain } from './terrain.ts';
import { addAir, type View } from './view.ts';

/** Features per kilometre of the finest visible ground: 60 are 16 m, nine octaves below that are 3 cm. */
const GRAIN = 60;
const GRAIN_OCTAVES = 9;
/** Near 1, so that the ground's own spectrum is close to 1/f^2 down to the pixel. */
const GRAIN_GAIN = 0.85;
/** Normal reflectance of water, n = 1.33 (Fresnel). */
const WATER_REFLECTANCE = 0.02;

/** Light of the water at (x, z): Schlick's mix of mirrored sky and the deep. */
function shadeWater(
  land: Landscape,
  i: number,
  view: View,
  direction: readonly [number, number],
  z: number,
  sunlit: number,
  mirrored: Float32Array,
): void {
  const [dx, dy] = direction;
  const footprint = z / view.focal;
  const waves = 0.09 * fractalNoise(dx * z * 90, z * 240, land.seed + 91, octavesFor(footprint * 160, 7), 0.8);
  const length = Math.hypot(dx, dy, 1);
  const rise = Math.max(0.01, -dy / length + waves);
  const fresnel = WATER_REFLECTANCE + (1 - WATER_REFLECTANCE) * (1 - Math.min(1, rise)) ** 5;
  skyColour(land, dx / length, rise, 1 / length, footprint, mirrored);
  for (let c = 0; c < 3; c++) {
    const deep = 0.1 * (land.weather.zenith[c] as number) + 0.03 * sunlit;
    view.light[3 * i + c] = fresnel * (mirrored[c] as number) + (1 - fresnel) * deep;
  }
}

/** Lambert's law under a sun and a sky, on grass, dry grass, rock or snow as slope and height decide. */
function shadeLand(land: Landscape, terrain: Terrain, view: View, i: number, x: number, z: number, rise: number): void {
  const { ground, weather, sun, seed } = land;
  const footprint = (1.2 * z) / view.focal;
  const cell = EXTENT / 512;
  const slopeX = (sampleMap(terrain.height, x + cell, z) - sampleMap(terrain.height, x - cell, z)) / (2 * cell);
  const slopeZ = (sampleMap(terrain.height, x, z + cell) - sampleMap(terrain.height, x, z - cell)) / (2 * cell);
  // Height joins the coordinates so that cliffs are textured as finely as flats.
  const grain = fractalNoise(
    (x + 0.9 * rise) * GRAIN,
    (z - 1.3 * rise) * GRAIN,
    seed + 131,
    octavesFor(footprint * GRAIN, GRAIN_OCTAVES),
    GRAIN_GAIN,
  );
  const patches = fractalNoise(x * 7, z * 7, seed + 151, octavesFor(footprint * 7, 6), 0.6);
  const steep = Math.hypot(slopeX, slopeZ) + 0.12 * patches;
  const rocky = smoothstep(0.42, 0.75, steep);
  const dry = smoothstep(-0.25, 0.35, patches + 0.2 * grain);
  const snowy =
    smoothstep(-0.03, 0.04, rise - ground.snowLine + 0.05 * patches) * (1 - 0.8 * smoothstep(0.6, 1, steep));
  // The grain also tilts the surface, which is what makes it look rough in low sun.
  const tiltX = slopeX - 0.35 * grain;
  const cosine = (sun[1] - tiltX * sun[0] - slopeZ * sun[2]) / Math.hypot(tiltX, slopeZ, 1);
  const direct = Math.max(0, cosine) * sampleMap(terrain.sunlit, x, z);
  const texture = Math.max(0.15, 1 + 0.8 * grain * (1 - 0.75 * snowy));
  for (let c = 0; c < 3; c++) {
    const green = (ground.low[c] as number) * (1 - dry) + (ground.dry[c] as number) * dry;
    const soil = green * (1 - rocky) + (ground.rock[c] as number) * rocky;
    const albedo = (soil * (1 - snowy) + 0.8 * snowy) * texture;
    const sky = 0.5 * ((weather.zenith[c] as number) + (weather.horizon[c] as number));
    view.light[3 * i + c] = albedo * (1.25 * direct * (weather.sunlight[c] as number) + 0.4 * sky);
  }
}

/** Gives every pixel its light: sky where nothing was seen, land or water elsewhere, air in between. */
export function shadeGround(land: Landscape, terrain: Terrain, view: View): void {
  const { width, height, focal, horizon } = view;
  const sky = new Float32Array(3);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const i = row * width + column;
      const dx = (column + 0.5 - width / 2) / focal;
      const dy = (horizon - row - 0.5) / focal;
      const z = view.depth[i] as number;
      if (z === Number.POSITIVE_INFINITY) {
        const length = Math.hypot(dx, dy, 1);
        skyColour(land, dx / length, Math.max(0, dy / length), 1 / length, 1 / focal, sky);
        view.light.set(sky, 3 * i);
        continue;
      }
      const rise = sampleMap(terrain.height, dx * z, z);
      if (rise > 1e-4) shadeLand(land, terrain, view, i, dx * z, z, rise);
      else shadeWater(land, i, view, [dx, dy], z, sampleMap(terrain.sunlit, dx * z, z), sky);
      addAir(land, view, i, z);
    }
}
