/**
 * The sky as a function of direction: gradient, glow around the sun, a plane of fractal clouds.
 * @module
 */
import type { Landscape } from './landscape.ts';
import { fractalNoise, octavesFor, smoothstep } from './noise.ts';

/** Writes the linear RGB seen in the unit direction (x, y, z), y >= 0, into `out`. `footprint` is the pixel's angle in rad. */
export function skyColour(
  land: Landscape,
  x: number,
  y: number,
  z: number,
  footprint: number,
  out: Float32Array,
): void {
  const { weather, sun, seed } = land;
  const rise = Math.max(y, 0.004);
  const blend = 1 - (1 - Math.min(1, rise)) ** 3.5;
  const towardsSun = Math.max(0, x * sun[0] + y * sun[1] + z * sun[2]);
  const glow = 0.35 * towardsSun ** 12 + 1.2 * towardsSun ** 300;
  // Clouds lie on a plane 1.6 km up; towards the horizon they flatten and merge.
  const u = (x / (rise + 0.06)) * 0.9;
  const v = (z / (rise + 0.06)) * 0.9;
  const octaves = octavesFor((footprint * 0.9) / (rise + 0.06) ** 2, 8);
  const body = fractalNoise(u, v, seed + 71, octaves, 0.6);
  const sunward = fractalNoise(u + 0.12 * sun[0], v + 0.12 * sun[2], seed + 71, Math.min(octaves, 4), 0.6);
  const threshold = 0.55 - 1.1 * weather.cover;
  const density = smoothstep(threshold, threshold + 0.55, body) * smoothstep(0, 0.1, rise);
  const lit = 0.72 + 0.55 * (body - sunward) + 0.25 * towardsSun ** 4;
  for (let c = 0; c < 3; c++) {
    const air = (weather.horizon[c] as number) * (1 - blend) + (weather.zenith[c] as number) * blend;
    const clear = air + glow * (weather.sunlight[c] as number);
    const cloud = lit * (0.45 * (weather.sunlight[c] as number) + 0.35 * (weather.horizon[c] as number));
    out[c] = clear + density * 0.92 * (cloud - clear);
  }
}
