/**
 * The grid of a screen that was photographed, or its moire: a regular pattern that the picture has and its reference lacks. Of
 * the residual d = q - f the power spectrum is averaged over windows (Bartlett 1948), and each of its lines is held to
 * the median of the ring of its frequency:
 *     max over (u, v) of P(u, v) / median { P : |(u, v)| alike }.
 * Only lines near the axes count, since screens are photographed upright; the raster of a print stands at other angles. Those
 * of whole eighths are of JPEG's blocks.
 * @module
 */
import { once } from '../../once.ts';
import type { Plane } from '../../raster.ts';
import { fft2d } from '../../signal/fourier/fft2d.ts';

const WINDOW = 128;
/** Lower frequencies are those of the picture itself, cycles a window. */
const FREQUENCY_MIN = 10;
/** Largest slope of a line against its axis: 10 degrees. */
const SLOPE_MAX = Math.tan((10 * Math.PI) / 180);
/** Half width of a ring, cycles a window. */
const RING = 2;
const BLOCK_LINES = WINDOW / 8;
/** A window that is not wholly comparable tells nothing. */
const FILLED_MIN = 0.98;

/** Amplitude of a wave from which it is seen, levels; and the power of its line, by the gain of Hann's window, 1/4 of the area. */
const AMPLITUDE_MIN = 1;
const LINE_POWER_MIN = ((AMPLITUDE_MIN / 2) * (WINDOW * WINDOW * 0.25)) ** 2;

/** About 1 without a pattern, 1 also where the picture is too small to tell. */
export function screenGrid(query: Plane, fitted: Plane, inside: Uint8Array): number {
  const { width, height } = query;
  const power = new Float64Array(WINDOW * WINDOW);
  let windows = 0;
  for (let y = 0; y + WINDOW <= height; y += WINDOW)
    for (let x = 0; x + WINDOW <= width; x += WINDOW) if (addPower(query, fitted, inside, x, y, power)) windows++;
  return windows === 0 ? 1 : strongestLine(power, windows * LINE_POWER_MIN);
}

/** Hann's window, so that the edges of the tile make no cross in the spectrum. */
const HANN = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW));

function addPower(
  { width, data: q }: Plane,
  { data: f }: Plane,
  inside: Uint8Array,
  left: number,
  top: number,
  power: Float64Array,
): boolean {
  const data = new Float32Array(2 * WINDOW * WINDOW);
  let sum = 0;
  let filled = 0;
  for (let y = 0, k = 0; y < WINDOW; y++)
    for (let x = 0, i = (top + y) * width + left; x < WINDOW; x++, i++, k++) {
      if (inside[i] === 0) continue;
      filled++;
      const difference = (q[i] as number) - (f[i] as number);
      data[2 * k] = difference;
      sum += difference;
    }
  if (filled < FILLED_MIN * WINDOW * WINDOW) return false;
  const mean = sum / filled;
  for (let y = 0, k = 0; y < WINDOW; y++)
    for (let x = 0; x < WINDOW; x++, k++)
      data[2 * k] = ((data[2 * k] as number) - mean) * (HANN[x] as number) * (HANN[y] as number);
  fft2d({ width: WINDOW, height: WINDOW, data });
  for (let k = 0; k < power.length; k++)
    power[k] = (power[k] as number) + (data[2 * k] as number) ** 2 + (data[2 * k + 1] as number) ** 2;
  return true;
}

const signed = (index: number): number => (index < WINDOW / 2 ? index : index - WINDOW);
const isBlockLine = (frequency: number): boolean =>
  Math.abs(frequency - BLOCK_LINES * Math.round(frequency / BLOCK_LINES)) <= 1;

/** The ring of each line of the spectrum; the same for all windows. */
const ringsOfLines = once(() =>
  Int32Array.from({ length: WINDOW * WINDOW }, (_, k) =>
    Math.round(Math.hypot(signed(k % WINDOW), signed(Math.floor(k / WINDOW))) / RING),
  ),
);

function mediansOfRings(power: Float64Array, rings: Int32Array): readonly number[] {
  const lists: number[][] = [];
  for (let k = 0; k < power.length; k++) (lists[rings[k] as number] ??= []).push(power[k] as number);
  return lists.map((list) => Float64Array.from(list).sort()[list.length >> 1] ?? 0);
}

/** @param least power of a line that counts */
function strongestLine(power: Float64Array, least: number): number {
  const rings = ringsOfLines();
  const medians = once(() => mediansOfRings(power, rings));
  let most = 1;
  for (let k = 0; k < power.length; k++) {
    if ((power[k] as number) < least) continue;
    const u = Math.abs(signed(k % WINDOW));
    const v = Math.abs(signed(Math.floor(k / WINDOW)));
    const along = Math.max(u, v);
    const aside = Math.min(u, v);
    if (along < FREQUENCY_MIN || aside > SLOPE_MAX * along || (isBlockLine(along) && aside <= 1)) continue;
    const median = medians()[rings[k] as number] ?? 0;
    if (median > 0) most = Math.max(most, (power[k] as number) / median);
  }
  return most;
}
