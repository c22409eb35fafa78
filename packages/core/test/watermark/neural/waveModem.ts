/**
 * A modem of plain waves in the place of the networks: symbols on a diagonal wave of three periods a cell, the lattice on one
 * wave along each axis. It is read by correlation, so everything around the networks can be tested without them.
 */
import { type Plane, plane } from '../../../src/raster.ts';
import { CELL_SIDE, type CellReadings, type NeuralModem } from '../../../src/watermark/neural/neuralModem.ts';

const STEP = (2 * Math.PI) / CELL_SIDE;

/** Phase of the wave of frequency (u, v) periods a cell at a sample, 0 at a cell's centre. */
const phase = (u: number, v: number, x: number, y: number): number =>
  STEP * (u * (x + 0.5 - CELL_SIDE / 2) + v * (y + 0.5 - CELL_SIDE / 2));

/** What a cell is correlated with: the symbol's wave, then cosine and -sine of the lattice along x and along y. */
const WAVES = [
  (x: number, y: number) => Math.cos(phase(2, 1, x, y)),
  (x: number, y: number) => Math.cos(phase(1, 0, x, y)),
  (x: number, y: number) => -Math.sin(phase(1, 0, x, y)),
  (x: number, y: number) => Math.cos(phase(0, 1, x, y)),
  (x: number, y: number) => -Math.sin(phase(0, 1, x, y)),
].map((wave) => Float64Array.from({ length: CELL_SIDE ** 2 }, (_, n) => wave(n & 7, n >> 3) / CELL_SIDE ** 2));

export const waveModem: NeuralModem = {
  encode({ width, height }, symbols) {
    const out = plane(width, height);
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++) {
        const cell = Math.floor(y / CELL_SIDE) * (width / CELL_SIDE) + Math.floor(x / CELL_SIDE);
        const lattice = Math.cos(phase(1, 0, x, y)) + Math.cos(phase(0, 1, x, y));
        out.data[at] = 0.8 * lattice + 0.85 * (symbols[cell] as number) * Math.cos(phase(2, 1, x, y));
      }
    const rms = Math.sqrt(out.data.reduce((sum, value) => sum + value * value, 0) / out.data.length);
    return plane(
      width,
      height,
      out.data.map((value) => value / rms),
    );
  },
  decode: (views) => views.map(readCells),
};

function readCells({ width, height, data }: Plane): CellReadings {
  const [columns, rows] = [width / CELL_SIDE, height / CELL_SIDE];
  const cells = columns * rows;
  const out = {
    columns,
    rows,
    ...{ logits: new Float32Array(cells), cosX: new Float32Array(cells), sinX: new Float32Array(cells) },
    ...{ cosY: new Float32Array(cells), sinY: new Float32Array(cells) },
  };
  for (let cell = 0; cell < cells; cell++) {
    const [left, top] = [(cell % columns) * CELL_SIDE, Math.floor(cell / columns) * CELL_SIDE];
    const sums = [0, 0, 0, 0, 0];
    for (let n = 0; n < CELL_SIDE ** 2; n++) {
      const value = data[(top + (n >> 3)) * width + left + (n & 7)] as number;
      for (let k = 0; k < 5; k++) sums[k] = (sums[k] as number) + ((WAVES[k] as Float64Array)[n] as number) * value;
    }
    const [symbol, cx, sx, cy, sy] = sums as [number, number, number, number, number];
    out.logits[cell] = 4 * symbol;
    // A wave cos(k(x + d)) read around a cell's centre has the phase k d: where the cell lies on the marked canvas.
    const [lengthX, lengthY] = [Math.hypot(cx, sx) + 0.3, Math.hypot(cy, sy) + 0.3];
    out.cosX[cell] = cx / lengthX;
    out.sinX[cell] = sx / lengthX;
    out.cosY[cell] = cy / lengthY;
    out.sinY[cell] = sy / lengthY;
  }
  return out;
}
