/**
 * S-CIELAB: how different two pictures look at a distance. Both are taken to opponent channels (light, red-green, blue-yellow), each
 * is blurred as the eye blurs it,
 *     k(x) = sum_i w_i g(x; s_i),   g(x; s) ~ exp(-x^2 / s^2),   sum w_i = 1,   s in degrees of visual angle,
 * and the colours that are left are compared point by point (ciede2000.ts). Patterns finer than the eye resolves count as little as
 * they are seen.
 * Source: Zhang, Wandell 1996, with the kernels of their implementation; CIEDE2000 in place of CIELAB's distance as in
 * Johnson, Fairchild 2003.
 * @module
 */
import { type Plane, plane, type Raster } from '../../raster.ts';
import { stackedBlur } from '../blur/stackedBlur.ts';
import { xyzToLab } from './cieLab.ts';
import { ciede2000, type Lab } from './ciede2000.ts';
import { linearizeSrgb } from './srgbCurve.ts';

/** A pixel of a quarter of a millimetre seen from 70 cm is 1/49 degree; at 200 %, half as many fit into one. */
export const PIXELS_PER_DEGREE = 49;

interface Lobe {
  readonly weight: number;
  /** s, degrees. */
  readonly spread: number;
}

/** Light, red-green, blue-yellow. */
const KERNELS: readonly (readonly Lobe[])[] = [
  [
    { weight: 0.921, spread: 0.0283 },
    { weight: 0.105, spread: 0.133 },
    { weight: -0.108, spread: 4.336 },
  ],
  [
    { weight: 0.531, spread: 0.0392 },
    { weight: 0.33, spread: 0.494 },
  ],
  [
    { weight: 0.488, spread: 0.0536 },
    { weight: 0.371, spread: 0.386 },
  ],
];
/** X, Y, Z to the opponent channels, and back. */
const OPPONENT = [
  [0.279, 0.72, -0.107],
  [-0.449, 0.29, -0.077],
  [0.086, -0.59, 0.501],
] as const;
const FROM_OPPONENT = inverseOf(OPPONENT);

/** Of the differences over all pixels, dE. */
export interface SeenDifference {
  readonly mean: number;
  /** That a hundredth of the pixels exceeds. */
  readonly upperHundredth: number;
}

/**
 * @param reference 8 bits, grey or R, G, B; alpha is left out
 * @throws {RangeError} if the pictures differ in size or are not of 8 bits
 */
export function spatialCielab(
  reference: Raster,
  changed: Raster,
  pixelsPerDegree: number = PIXELS_PER_DEGREE,
): SeenDifference {
  return seenSummary([seenDifferences(reference, changed, pixelsPerDegree)]);
}

/**
 * The difference at each pixel, dE.
 * @throws {RangeError} if the pictures differ in size or are not of 8 bits
 */
export function seenDifferences(
  reference: Raster,
  changed: Raster,
  pixelsPerDegree: number = PIXELS_PER_DEGREE,
): Float32Array {
  const { width, height, depth } = reference;
  if (width !== changed.width || height !== changed.height)
    throw new RangeError(`spatialCielab: ${width} x ${height} and ${changed.width} x ${changed.height} pixels`);
  if (depth !== 8 || changed.depth !== 8) throw new RangeError('spatialCielab: expected pictures of 8 bits');
  const [a, b] = [seenLab(reference, pixelsPerDegree), seenLab(changed, pixelsPerDegree)];
  const differences = new Float32Array(width * height);
  for (let i = 0; i < differences.length; i++) differences[i] = ciede2000(labAt(a, i), labAt(b, i));
  return differences;
}

/** Over the pixels of all parts. */
export function seenSummary(parts: readonly Float32Array[]): SeenDifference {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  const sum = all.reduce((total, difference) => total + difference, 0);
  return { mean: sum / all.length, upperHundredth: all.sort()[Math.floor(0.99 * (all.length - 1))] as number };
}

const labAt = (lab: Float32Array, i: number): Lab => [
  lab[3 * i] as number,
  lab[3 * i + 1] as number,
  lab[3 * i + 2] as number,
];

/** L*, a*, b* of every pixel as it is seen. */
function seenLab(picture: Raster, pixelsPerDegree: number): Float32Array {
  const channels = opponentPlanes(picture).map((channel, c) =>
    seen(channel, KERNELS[c] as readonly Lobe[], pixelsPerDegree),
  );
  const [light, redGreen, blueYellow] = channels as [Float32Array, Float32Array, Float32Array];
  const out = new Float32Array(3 * light.length);
  const [rx, ry, rz] = FROM_OPPONENT;
  for (let i = 0; i < light.length; i++) {
    const at = [light[i] as number, redGreen[i] as number, blueYellow[i] as number] as const;
    xyzToLab(dot(rx, at), dot(ry, at), dot(rz, at), out, 3 * i);
  }
  return out;
}

type Row = readonly [number, number, number];
function dot([a, b, c]: Row, [x, y, z]: Row): number {
  return a * x + b * y + c * z;
}

function opponentPlanes({ width, height, channels, data }: Raster): Plane[] {
  const planes = OPPONENT.map(() => plane(width, height));
  const light = Float32Array.from({ length: 256 }, (_, level) => linearizeSrgb(level / 255));
  const isGrey = channels < 3;
  for (let i = 0, p = 0; i < width * height; i++, p += channels) {
    const r = light[data[p] as number] as number;
    const g = isGrey ? r : (light[data[p + 1] as number] as number);
    const b = isGrey ? r : (light[data[p + 2] as number] as number);
    const xyz: Row = [
      0.4124564 * r + 0.3575761 * g + 0.1804375 * b,
      0.2126729 * r + 0.7151522 * g + 0.072175 * b,
      0.0193339 * r + 0.119192 * g + 0.9503041 * b,
    ];
    for (let c = 0; c < OPPONENT.length; c++) (planes[c] as Plane).data[i] = dot(OPPONENT[c] as Row, xyz);
  }
  return planes;
}

/** A channel blurred by its kernel. */
function seen(channel: Plane, lobes: readonly Lobe[], pixelsPerDegree: number): Float32Array {
  const total = lobes.reduce((sum, { weight }) => sum + weight, 0);
  const out = new Float32Array(channel.data.length);
  for (const { weight, spread } of lobes) {
    // exp(-x^2 / s^2) is a Gaussian of sigma = s / sqrt(2).
    const blurred = stackedBlur(channel, (spread * pixelsPerDegree) / Math.SQRT2).data;
    for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) + (weight / total) * (blurred[i] as number);
  }
  return out;
}

/** Of a matrix of three rows, by its adjugate. */
function inverseOf([a, b, c]: readonly [Row, Row, Row]): readonly [Row, Row, Row] {
  const cross = ([x1, y1, z1]: Row, [x2, y2, z2]: Row): Row => [
    y1 * z2 - z1 * y2,
    z1 * x2 - x1 * z2,
    x1 * y2 - y1 * x2,
  ];
  const columns = [cross(b, c), cross(c, a), cross(a, b)] as const;
  const determinant = dot(a, columns[0]);
  const row = (i: 0 | 1 | 2): Row => [
    columns[0][i] / determinant,
    columns[1][i] / determinant,
    columns[2][i] / determinant,
  ];
  return [row(0), row(1), row(2)];
}
