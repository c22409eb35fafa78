import { expect, test } from 'vitest';
import { displacementOf } from '../../../src/watermark/neural/latticeDisplacement.ts';
import { CELL_SIDE, type CellReadings } from '../../../src/watermark/neural/neuralModem.ts';
import { smoothDisplacementOf } from '../../../src/watermark/neural/smoothDisplacement.ts';
import { numbers } from '../../vectors/watermarkVectors.ts';

const [COLUMNS, ROWS] = [48, 32];
/** A bend of 2.4 samples over a wave of 170, as 3 pixels over 256 are on the canvas of 481 x 321. */
const bend = (cell: number, phase: number): number =>
  2.4 * Math.sin((2 * Math.PI * (cell + 0.5) * CELL_SIDE) / 170 + phase);
const bendX = (cell: number): number => bend(Math.floor(cell / COLUMNS), 1);
const bendY = (cell: number): number => bend(cell % COLUMNS, 2);

/** The phases of a bent lattice, each off by as much as `noise` turns, its vector as long as `length` says. */
function bentLattice(noise: number, length: (cell: number) => number): CellReadings {
  const cells = COLUMNS * ROWS;
  const random = numbers(5, 2 * cells);
  const out = {
    ...{ logits: new Float32Array(cells), cosX: new Float32Array(cells), sinX: new Float32Array(cells) },
    ...{ cosY: new Float32Array(cells), sinY: new Float32Array(cells) },
  };
  for (let cell = 0; cell < cells; cell++) {
    const turn = (value: number, at: number): number =>
      2 * Math.PI * (value / CELL_SIDE + noise * (2 * (random[at] as number) - 1));
    const [x, y] = [turn(bendX(cell), 2 * cell), turn(bendY(cell), 2 * cell + 1)];
    out.cosX[cell] = length(cell) * Math.cos(x);
    out.sinX[cell] = length(cell) * Math.sin(x);
    out.cosY[cell] = length(cell) * Math.cos(y);
    out.sinY[cell] = length(cell) * Math.sin(y);
  }
  return { columns: COLUMNS, rows: ROWS, ...out };
}

const errorOf = (found: Float32Array, truth: (cell: number) => number): number =>
  Math.sqrt(found.reduce((sum, value, cell) => sum + (value - truth(cell)) ** 2, 0) / found.length);

test('a bend is found through phases that are off by up to 0.3 of a turn', () => {
  const { x, y } = smoothDisplacementOf(bentLattice(0.3, () => 0.5));
  expect(errorOf(x, bendX)).toBeLessThan(0.6);
  expect(errorOf(y, bendY)).toBeLessThan(0.6);
});

test('phases that are nearly noise lead no part of the picture a cell astray, as unwrapping does', () => {
  const readings = bentLattice(0.45, () => 0.3);
  const found = smoothDisplacementOf(readings);
  const unwrapped = displacementOf(readings);
  expect(errorOf(unwrapped.y, bendY)).toBeGreaterThan(CELL_SIDE / 2);
  expect(errorOf(found.x, bendX)).toBeLessThan(1.5);
  expect(errorOf(found.y, bendY)).toBeLessThan(1.5);
});

test('a lattice that lies right stays where it is, and phases that say nothing move it nowhere', () => {
  const cells = COLUMNS * ROWS;
  const [ones, zeros] = [new Float32Array(cells).fill(0.8), new Float32Array(cells)];
  const right = { columns: COLUMNS, rows: ROWS, logits: zeros, cosX: ones, sinX: zeros, cosY: ones, sinY: zeros };
  for (const value of smoothDisplacementOf(right).x) expect(Math.abs(value)).toBeLessThan(1e-6);
  for (const value of smoothDisplacementOf({ ...right, cosX: zeros }).x) expect(value).toBe(0);
});
