/**
 * The tile as samples, and the tile laid over a picture.
 * @module
 */
import { synthesiseBand } from './bandSynthesis.ts';
import { type Constellation, PILOTS } from './constellation.ts';

/** Factors by which informed embedding shifts power between coded bits and between pilots; 1 everywhere at first. */
export interface CarrierGains {
  /** One for each coded bit. */
  readonly bits: Float32Array;
  /** One for each pilot. */
  readonly pilots: Float32Array;
}

/** The tile that carries `coded`, scaled to mean square 1; tileSide^2 samples. */
export function synthesiseTile(constellation: Constellation, coded: Uint8Array, gains: CarrierGains): Float32Array {
  const { tileSide, carriers, u, v, amplitude, pilotPhase, codedBit, sign } = constellation;
  const values = new Float32Array(2 * carriers);
  for (let i = 0; i < carriers; i++)
    for (let part = 0; part < 2; part++) {
      const at = 2 * i + part;
      if (i < PILOTS) {
        values[at] = (amplitude[i] as number) * (gains.pilots[i] as number) * (pilotPhase[at] as number);
        continue;
      }
      const place = at - 2 * PILOTS;
      const bit = codedBit[place] as number;
      // A carrier's two parts share its power, so each has 1 / sqrt 2 of its amplitude.
      const value =
        ((sign[place] as number) * (1 - 2 * (coded[bit] as number)) * (gains.bits[bit] as number)) / Math.SQRT2;
      values[at] = (amplitude[i] as number) * value;
    }
  const tile = synthesiseBand(tileSide, { u, v, values, count: carriers });
  const rms = Math.sqrt(tile.reduce((sum, value) => sum + value * value, 0) / tile.length);
  return tile.map((value) => value / rms);
}

/** Multiplies samples left .. left + count - 1 of row `y`, which stand at out[at], out[at + 1], ..., by the pattern. */
export type PatternRow = (y: number, left: number, count: number, out: Float32Array, at: number) => void;

/**
 * The tile laid periodically over rows of `width` pixels, `scale` pixels to a tile sample, by cubic interpolation:
 *     out[y, x] *= tile((y + 1/2) / scale - 1/2, (x + 1/2) / scale - 1/2).
 * Source: Keys 1981, a = -1/2.
 */
export function patternRows(tile: Float32Array, tileSide: number, width: number, scale: number): PatternRow {
  const columns = new Int32Array(width);
  const weights = new Float32Array(4 * width);
  for (let x = 0; x < width; x++) columns[x] = cubicPosition((x + 0.5) / scale - 0.5, tileSide, weights, 4 * x);
  const rowWeights = new Float32Array(4);
  // Three samples more than a period, so that the four neighbours of any column lie side by side.
  const line = new Float32Array(tileSide + 3);
  let lineRow = -1;
  return (y, left, count, out, at) => {
    if (y !== lineRow) {
      const row = cubicPosition((y + 0.5) / scale - 0.5, tileSide, rowWeights, 0);
      blendRows(tile, tileSide, row, rowWeights, line);
      lineRow = y;
    }
    multiplyRow(line, columns, weights, left, count, out, at);
  };
}

function multiplyRow(
  line: Float32Array,
  columns: Int32Array,
  weights: Float32Array,
  left: number,
  count: number,
  out: Float32Array,
  at: number,
): void {
  for (let i = 0, w = 4 * left; i < count; i++, w += 4) {
    const c = columns[left + i] as number;
    const value =
      (weights[w] as number) * (line[c] as number) +
      (weights[w + 1] as number) * (line[c + 1] as number) +
      (weights[w + 2] as number) * (line[c + 2] as number) +
      (weights[w + 3] as number) * (line[c + 3] as number);
    out[at + i] = (out[at + i] as number) * value;
  }
}

/** The pattern of `patternRows` over a whole plane of samples. @param out what it multiplies: the mask */
export function multiplyByPattern(
  tile: Float32Array,
  tileSide: number,
  { width, height, scale }: { readonly width: number; readonly height: number; readonly scale: number },
  out: Float32Array,
): void {
  const multiply = patternRows(tile, tileSide, width, scale);
  for (let y = 0; y < height; y++) multiply(y, 0, width, out, y * width);
}

/** Index of the sample before the left neighbour, modulo the period, and the four cubic weights. */
function cubicPosition(position: number, period: number, weights: Float32Array, at: number): number {
  const left = Math.floor(position);
  const t = position - left;
  weights[at] = 0.5 * (-t + 2 * t * t - t * t * t);
  weights[at + 1] = 0.5 * (2 - 5 * t * t + 3 * t * t * t);
  weights[at + 2] = 0.5 * (t + 4 * t * t - 3 * t * t * t);
  weights[at + 3] = 0.5 * (-t * t + t * t * t);
  return (((left - 1) % period) + period) % period;
}

function blendRows(tile: Float32Array, side: number, first: number, weights: Float32Array, line: Float32Array): void {
  line.fill(0);
  for (let k = 0; k < 4; k++) {
    const weight = weights[k] as number;
    const row = ((first + k) % side) * side;
    for (let x = 0; x < side; x++) line[x] = (line[x] as number) + weight * (tile[row + x] as number);
  }
  for (let x = 0; x < 3; x++) line[side + x] = line[x] as number;
}
