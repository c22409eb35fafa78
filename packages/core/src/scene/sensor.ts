/**
 * From light to the samples of a file: lens blur, exposure, photon noise, the sRGB curve, 8 bits.
 * @module
 */
import { encodeSrgb } from '../signal/colour/srgbCurve.ts';
import { latticeHash } from './noise.ts';
import type { View } from './view.ts';

/** Electrons of a full pixel; a phone's 1.4 um pixel holds about 6000 (EMVA 1288 data sheets). */
const FULL_WELL = 6000;
/** Read noise, electrons; same sources. */
const READ_NOISE = 4;
/** Weight of each direct neighbour in the lens's point spread; the centre keeps 1 - 4 w. About 0.35 px standard deviation. */
const SPREAD = 0.06;

/** The shoulder of film: linear at first, never above 1 (Reinhard et al. 2002 with white at 2.2). */
function exposeTone(x: number): number {
  return Math.min(1, (x * (1 + x / (2.2 * 2.2))) / (1 + x * 0.55));
}

/** Roughly normal, variance 1: the sum of four uniforms (Irwin-Hall), exact enough for a sensor. */
function grain(index: number, seed: number): number {
  const a = latticeHash(index, 1, seed);
  const b = latticeHash(index, 2, seed);
  return ((a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16) - 131070) / 37837.2;
}

/** The exposure that puts the 70th percentile of green at 0.42 of the tone curve's input. */
function meter(light: Float32Array): number {
  const samples: number[] = [];
  const stride = 3 * Math.max(1, Math.floor(light.length / 3 / 20000));
  for (let i = 1; i < light.length; i += stride) samples.push(light[i] as number);
  samples.sort((a, b) => a - b);
  return 0.42 / Math.max(0.02, samples[Math.floor(samples.length * 0.7)] as number);
}

/** Interleaved 8-bit RGB of a view. */
export function develop(view: View, seed: number): Uint8Array {
  const { width, height, light } = view;
  const out = new Uint8Array(light.length);
  const exposure = meter(light);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const left = x > 0 ? -3 : 0;
      const right = x < width - 1 ? 3 : 0;
      const up = y > 0 ? -3 * width : 0;
      const down = y < height - 1 ? 3 * width : 0;
      for (let c = 0; c < 3; c++) {
        const i = 3 * (y * width + x) + c;
        const around =
          (light[i + left] as number) +
          (light[i + right] as number) +
          (light[i + up] as number) +
          (light[i + down] as number);
        const level = exposure * ((1 - 4 * SPREAD) * (light[i] as number) + SPREAD * around);
        const electrons = Math.min(level, 1.5) * FULL_WELL;
        const noise = (Math.sqrt(Math.max(0, electrons) + READ_NOISE ** 2) / FULL_WELL) * grain(i, seed);
        out[i] = Math.round(255 * encodeSrgb(Math.max(0, exposeTone(Math.max(0, level + noise)))));
      }
    }
  return out;
}
