/**
 * What JPEG 2000 loses: luma and colour differences through five levels of the 9/7 wavelet, coefficients rounded towards zero to
 * multiples of a step, and back. Entropy coding is left out.
 * Source: ITU-T T.800, annexes E.1 (dead zone) and F.4.8 (lifting steps of the irreversible transform).
 */
import { type Plane, plane } from '@assay/core/raster';
import type { RgbPicture } from '../../../retrieval/rgbPicture.ts';
import { fromYcc, toYcc } from '../ycc.ts';

const LIFTING = [-1.586_134_342, -0.052_980_118, 0.882_911_075, 0.443_506_852] as const;
const SCALE = 1.230_174_105;
const LEVELS = 5;
/** The eye forgives more in colour. */
const CHROMA_STEP = 1.8;

/** Adds `weight` times both neighbours to every second sample, from `first` on; mirrored at the ends. */
function lift(line: Float32Array, length: number, first: 0 | 1, weight: number): void {
  for (let i = first; i < length; i += 2) {
    const left = line[i > 0 ? i - 1 : 1] as number;
    const right = line[i + 1 < length ? i + 1 : length - 2] as number;
    line[i] = (line[i] as number) + weight * (left + right);
  }
}

/** Smooth half first, detail behind it. */
function forward(line: Float32Array, length: number, spare: Float32Array): void {
  LIFTING.forEach((weight, k) => lift(line, length, k % 2 === 0 ? 1 : 0, weight));
  const half = Math.ceil(length / 2);
  for (let i = 0; i < length; i++)
    spare[i % 2 === 0 ? i / 2 : half + (i - 1) / 2] = (line[i] as number) * (i % 2 === 0 ? 1 / SCALE : SCALE / 2);
  line.set(spare.subarray(0, length));
}

function backward(line: Float32Array, length: number, spare: Float32Array): void {
  const half = Math.ceil(length / 2);
  for (let i = 0; i < length; i++)
    spare[i] = (line[i % 2 === 0 ? i / 2 : half + (i - 1) / 2] as number) * (i % 2 === 0 ? SCALE : 2 / SCALE);
  line.set(spare.subarray(0, length));
  for (let k = LIFTING.length - 1; k >= 0; k--) lift(line, length, k % 2 === 0 ? 1 : 0, -(LIFTING[k] as number));
}

type Turn = (line: Float32Array, length: number, spare: Float32Array) => void;

function along({ width, data }: Plane, columns: number, rows: number, turn: Turn): void {
  const most = Math.max(columns, rows);
  const [line, spare] = [new Float32Array(most), new Float32Array(most)];
  const run = (length: number, start: number, step: number): void => {
    if (length < 2) return;
    for (let i = 0; i < length; i++) line[i] = data[start + i * step] as number;
    turn(line, length, spare);
    for (let i = 0; i < length; i++) data[start + i * step] = line[i] as number;
  };
  for (let y = 0; y < rows; y++) run(columns, y * width, 1);
  for (let x = 0; x < columns; x++) run(rows, x, width);
}

function coded(input: Plane, step: number): Plane {
  const out = plane(
    input.width,
    input.height,
    Float32Array.from(input.data, (v) => v - 128),
  );
  const sizes = Array.from({ length: LEVELS }, (_, level) => [
    Math.ceil(out.width / 2 ** level),
    Math.ceil(out.height / 2 ** level),
  ]) as [number, number][];
  for (const [columns, rows] of sizes) along(out, columns, rows, forward);
  for (let i = 0; i < out.data.length; i++) {
    const value = out.data[i] as number;
    const [x, y] = [i % out.width, Math.floor(i / out.width)];
    // A coarser band holds its energy in fewer coefficients: its step halves with every level.
    const level = Math.min(LEVELS, Math.floor(Math.log2(Math.min(out.width / (x + 0.5), out.height / (y + 0.5)))));
    const own = step / 2 ** level;
    const count = Math.floor(Math.abs(value) / own);
    out.data[i] = count === 0 ? 0 : Math.sign(value) * (count + 0.5) * own;
  }
  for (const [columns, rows] of sizes.toReversed()) along(out, columns, rows, backward);
  for (let i = 0; i < out.data.length; i++) out.data[i] = (out.data[i] as number) + 128;
  return out;
}

/** @param step of the finest band's coefficients, levels: 8 is good, 30 is poor */
export function waveletCoded(picture: RgbPicture, step: number): RgbPicture {
  const [y, cb, cr] = toYcc(picture);
  return fromYcc([coded(y, step), coded(cb, CHROMA_STEP * step), coded(cr, CHROMA_STEP * step)]);
}
