/**
 * A power spectrum in log-polar coordinates, where a rotation of the picture is a shift along one axis and a change of
 * its scale a shift along the other:
 *     M[t, j] = relative power at  f = r (cos a, sin a) - 1,   a = -90 deg + t 0.25 deg,   ln r = LOG_RADIUS_MIN + j LOG_STEP.
 * Source: O'Ruanaidh and Pun 1997; Lin, Wu, Bloom, Cox, Miller, Lui 2001.
 * @module
 */
import { withKernels } from '../../../kernels/kernels.ts';
import type { HalfPower } from './pictureSpectrum.ts';

/** A pilot's peak spreads over about 1 / side cycles: at 0.1 cycles and 800 pixels that is 0.7 degrees and 0.0125 in ln r. */
export const ANGLE_STEP_DEG = 0.25;
export const ANGLES = 180 / ANGLE_STEP_DEG;
export const LOG_STEP = 0.004;
/** Lowest radius: the lowest pilot of track B, 0.06, under an enlargement of 2.5. */
export const LOG_RADIUS_MIN = Math.log(0.024);
/** Up to 0.5 cycles per pixel. */
export const RADII = Math.floor((Math.log(0.5) - LOG_RADIUS_MIN) / LOG_STEP) + 1;

/** `ANGLES` rows of `RADII` values; 0 where nothing stands out, and outside the spectrum. */
export type LogPolarSpectrum = Float32Array;

/** Cycles per pixel of every column. */
const RADIUS_OF_COLUMN = Float32Array.from({ length: RADII }, (_, j) => Math.exp(LOG_RADIUS_MIN + j * LOG_STEP));

export function logPolarSpectrum(power: HalfPower): LogPolarSpectrum {
  const { relative, stride, gridWidth, gridHeight } = power;
  return withKernels(
    ({ logPolarRow }, memory) => {
      const [from, radii] = [memory.share(relative), memory.copyIn(RADIUS_OF_COLUMN)];
      const to = memory.reserve(4 * ANGLES * RADII);
      for (let t = 0; t < ANGLES; t++) {
        const [dx, dy] = [Math.cos(angleOfRow(t)) * gridWidth, Math.sin(angleOfRow(t)) * gridHeight];
        logPolarRow(from, stride, gridHeight, radii, RADII, dx, dy, to + 4 * t * RADII);
      }
      return memory.floats(to, ANGLES * RADII).slice();
    },
    () => scalarSpectrum(power),
  );
}

/** Scalar fallback of the kernel. */
function scalarSpectrum(power: HalfPower): LogPolarSpectrum {
  const out = new Float32Array(ANGLES * RADII);
  for (let t = 0; t < ANGLES; t++) {
    const dx = Math.cos(angleOfRow(t)) * power.gridWidth;
    const dy = Math.sin(angleOfRow(t)) * power.gridHeight;
    for (let j = 0; j < RADII; j++) {
      const r = RADIUS_OF_COLUMN[j] as number;
      out[t * RADII + j] = bilinear(power, r * dx, power.gridHeight / 2 + r * dy) - 1;
    }
  }
  return out;
}

function angleOfRow(t: number): number {
  return ((t * ANGLE_STEP_DEG - 90) * Math.PI) / 180;
}

function bilinear({ relative, stride, gridHeight }: HalfPower, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || left + 1 >= stride || top + 1 >= gridHeight) return 1;
  const u = x - left;
  const v = y - top;
  const p = top * stride + left;
  const above = (relative[p] as number) * (1 - u) + (relative[p + 1] as number) * u;
  const below = (relative[p + stride] as number) * (1 - u) + (relative[p + stride + 1] as number) * u;
  return above * (1 - v) + below * v;
}
