/**
 * Where the lattice of cells lies in a view, from what the network says of its phase. Under an affine map from the view's
 * samples Y to those of the canvas that was marked, X = A Y + t, the phase of X_1 at the cell in column c and row r is
 *     2 pi (X_1 - 4) / 8 = 2 pi ((a_11 - 1) c + a_12 r) + const   (mod 2 pi),
 * a plane wave over the cells. Its frequency is the highest peak of one small FFT, its phase at the peak gives t modulo 8.
 * @module
 */
import { type ComplexPlane, fft2d } from '../../signal/fourier/fft2d.ts';
import { CELL_SIDE, type CellReadings } from './neuralModem.ts';

/** X = A Y + t, row-major A; t is known modulo `CELL_SIDE` only. Canvas samples, sample i reaching from i to i + 1. */
export interface LatticeMap {
  readonly xx: number;
  readonly xy: number;
  readonly yx: number;
  readonly yy: number;
  readonly x: number;
  readonly y: number;
}

export interface LatticePeak {
  readonly map: LatticeMap;
  /**
   * How far the weaker of the two peaks stands out: its magnitude over the root mean square of its transform. Of n cells
   * that agree fully it is sqrt(n); of noise, about sqrt(ln n) + 1.
   */
  readonly strength: number;
  /** Share of all phase vectors' length that is along the wave found, 0..1. */
  readonly coherence: number;
}

/** The plane wave that each coordinate's phase follows best. */
export function findLattice({ columns, rows, cosX, sinX, cosY, sinY }: CellReadings): LatticePeak {
  const alongX = strongestWave(columns, rows, cosX, sinX);
  const alongY = strongestWave(columns, rows, cosY, sinY);
  const half = CELL_SIDE / 2;
  const [xx, xy] = [1 + alongX.perColumn, alongX.perRow];
  const [yx, yy] = [alongY.perColumn, 1 + alongY.perRow];
  return {
    map: {
      xx,
      xy,
      yx,
      yy,
      x: alongX.turns * CELL_SIDE + half - half * (xx + xy),
      y: alongY.turns * CELL_SIDE + half - half * (yx + yy),
    },
    strength: Math.min(alongX.strength, alongY.strength),
    coherence: Math.min(alongX.coherence, alongY.coherence),
  };
}

/** A wave exp(2 pi i (turns + perColumn c + perRow r)). */
interface Wave {
  /** Each in [-1/2, 1/2). */
  readonly perColumn: number;
  readonly perRow: number;
  readonly turns: number;
  readonly strength: number;
  readonly coherence: number;
}

/** Transforms are padded to at least twice the map, so that a peak between two frequencies loses little. */
const PADDING = 2;

function strongestWave(columns: number, rows: number, cosine: Float32Array, sine: Float32Array): Wave {
  const width = powerOfTwo(PADDING * columns);
  const height = powerOfTwo(PADDING * rows);
  const spectrum: ComplexPlane = { width, height, data: new Float32Array(2 * width * height) };
  let length = 0;
  let squares = 0;
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0, to = 2 * row * width; column < columns; column++, at++, to += 2) {
      const [re, im] = [cosine[at] as number, sine[at] as number];
      spectrum.data[to] = re;
      spectrum.data[to + 1] = im;
      squares += re * re + im * im;
      length += Math.sqrt(re * re + im * im);
    }
  fft2d(spectrum, (y) => y >= rows);
  const { x, y, magnitude } = refinedPeak(spectrum);
  const perColumn = centred(x / width);
  const perRow = centred(y / height);
  const { re, im } = waveSum(columns, rows, cosine, sine, perColumn, perRow);
  return {
    perColumn,
    perRow,
    turns: Math.atan2(im, re) / (2 * Math.PI),
    // Parseval: the mean square of the padded transform is the sum of squares of the map.
    strength: magnitude / Math.sqrt(squares + 1e-12),
    coherence: Math.hypot(re, im) / (length + 1e-12),
  };
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(4, least)));
}

/** The highest magnitude, with the vertex of the parabolas through it and its neighbours along both axes. */
function refinedPeak({ width, height, data }: ComplexPlane): { x: number; y: number; magnitude: number } {
  let best = 0;
  let highest = -1;
  for (let i = 0; i < width * height; i++) {
    const power = (data[2 * i] as number) ** 2 + (data[2 * i + 1] as number) ** 2;
    if (power > highest) [best, highest] = [i, power];
  }
  const [x, y] = [best % width, Math.floor(best / width)];
  const at = (column: number, row: number): number => {
    const i = 2 * (((row + height) % height) * width + ((column + width) % width));
    return Math.hypot(data[i] as number, data[i + 1] as number);
  };
  const magnitude = at(x, y);
  return {
    x: x + vertex(at(x - 1, y), magnitude, at(x + 1, y)),
    y: y + vertex(at(x, y - 1), magnitude, at(x, y + 1)),
    magnitude,
  };
}

/** Where the parabola through (-1, left), (0, middle), (1, right) has its top. */
function vertex(left: number, middle: number, right: number): number {
  const bend = left - 2 * middle + right;
  return bend < -1e-9 ? Math.max(-0.5, Math.min(0.5, (0.5 * (left - right)) / bend)) : 0;
}

function centred(frequency: number): number {
  return frequency - Math.round(frequency);
}

/** sum over cells of z exp(-2 pi i (perColumn c + perRow r)). */
function waveSum(
  columns: number,
  rows: number,
  cosine: Float32Array,
  sine: Float32Array,
  perColumn: number,
  perRow: number,
): { readonly re: number; readonly im: number } {
  let [re, im] = [0, 0];
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      const angle = 2 * Math.PI * (perColumn * column + perRow * row);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      re += (cosine[at] as number) * c + (sine[at] as number) * s;
      im += (sine[at] as number) * c - (cosine[at] as number) * s;
    }
  return { re, im };
}
