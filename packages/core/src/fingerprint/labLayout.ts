/**
 * Where the colours of a picture lie: mean CIE L*, a*, b* of 8 x 8 cells, 192 numbers, L* less its mean over the
 * picture (so that brightening changes little). Source: the colour layout of MPEG-7 (ISO/IEC 15938-3, 6.6) uses the
 * same grid in YCbCr, then a DCT; we keep the cells, whose distances are those of the eye.
 * @module
 */
import { srgbToLab } from '../signal/colour/cieLab.ts';
import { type Canvas, stretch } from './canvas.ts';

const GRID = 8;
const CELLS = GRID * GRID;
export const LAB_LENGTH = 3 * CELLS;

/** 64 values of L*, then a*, then b*. */
export function labLayout(canvas: Canvas): Float32Array {
  const red = stretch(canvas.red, GRID, GRID).data;
  const green = stretch(canvas.green, GRID, GRID).data;
  const blue = stretch(canvas.blue, GRID, GRID).data;
  const out = new Float32Array(LAB_LENGTH);
  const lab = new Float32Array(3);
  let mean = 0;
  for (let i = 0; i < CELLS; i++) {
    srgbToLab(red[i] as number, green[i] as number, blue[i] as number, lab, 0);
    out[i] = lab[0] as number;
    out[CELLS + i] = lab[1] as number;
    out[2 * CELLS + i] = lab[2] as number;
    mean += (lab[0] as number) / CELLS;
  }
  for (let i = 0; i < CELLS; i++) out[i] = (out[i] as number) - mean;
  return out;
}
