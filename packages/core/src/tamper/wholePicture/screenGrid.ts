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
  // Two windows are transformed as the real and the imaginary part of one.
  const pair = new Float32Array(2 * WINDOW * WINDOW);
  let windows = 0;
  for (let y = 0; y + WINDOW <= height; y += WINDOW)
    for (let x = 0; x + WINDOW <= width; x += WINDOW) {
      if (!fillWindow(query, fitted, inside, x, y, pair, windows % 2)) continue;
      windows++;
      if (windows % 2 === 0) addPower(pair, power);
    }
  if (windows === 0) return 1;
  if (windows % 2 === 1) {
    for (let k = 1; k < pair.length; k += 2) pair[k] = 0;
    addPower(pair, power);
  }
  return strongestLine(ofBothSides(power), windows * LINE_POWER_MIN);
}

/** Hann's window, so that the edges of the tile make no cross in the spectrum. */
const HANN = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW));

/** @param part of the complex numbers that receives the window: 0 the real, 1 the imaginary one. @returns false if it tells nothing */
function fillWindow(
  { width, data: q }: Plane,
  { data: f }: Plane,
  inside: Uint8Array,
  left: number,
  top: number,
  out: Float32Array,
  part: number,
): boolean {
  let sum = 0;
  let filled = 0;
  for (let y = 0, k = part; y < WINDOW; y++)
    for (let x = 0, i = (top + y) * width + left; x < WINDOW; x++, i++, k += 2) {
      const isFilled = inside[i] === 1;
      const difference = isFilled ? (q[i] as number) - (f[i] as number) : 0;
      if (isFilled) filled++;
      out[k] = difference;
      sum += difference;
    }
  if (filled < FILLED_MIN * WINDOW * WINDOW) return false;
  const mean = sum / filled;
  for (let y = 0, k = part; y < WINDOW; y++)
    for (let x = 0; x < WINDOW; x++, k += 2)
      out[k] = ((out[k] as number) - mean) * (HANN[x] as number) * (HANN[y] as number);
  return true;
}

/** Transforms the pair and adds its power. */
function addPower(pair: Float32Array, power: Float64Array): void {
  fft2d({ width: WINDOW, height: WINDOW, data: pair });
  for (let k = 0; k < power.length; k++)
    power[k] = (power[k] as number) + (pair[2 * k] as number) ** 2 + (pair[2 * k + 1] as number) ** 2;
}

/** Of z = a + i b of real a and b it is |A(k)|^2 + |B(k)|^2 = (|Z(k)|^2 + |Z(-k)|^2) / 2. */
function ofBothSides(power: Float64Array): Float64Array {
  const out = new Float64Array(power.length);
  for (let v = 0, k = 0; v < WINDOW; v++)
    for (let u = 0; u < WINDOW; u++, k++) {
      const opposite = ((WINDOW - v) % WINDOW) * WINDOW + ((WINDOW - u) % WINDOW);
      out[k] = ((power[k] as number) + (power[opposite] as number)) / 2;
    }
  return out;
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
