/**
 * Histogram of oriented gradients over the whole picture: 8 x 8 cells x 9 directions over 180 degrees = 576 numbers,
 *     h[cell, bin] += w_cell w_bin |grad f|,   both weights bilinear to the nearest cell centres and bin centres.
 * Source: Dalal, Triggs 2005, "Histograms of Oriented Gradients for Human Detection", section 6 and appendix.
 * Departs: one grid spans the picture, and no blocks are normalised; the caller normalises the whole.
 * @module
 */
import type { Plane } from '../raster.ts';
import { type Canvas, stretch } from './canvas.ts';

export const GRID = 8;
const BINS = 9;
/** Pixels of a cell's side. 16 keeps strokes of 1/128 of the picture; 8 lost recall (docs/decisions/0003-fingerprints.md). */
const CELL = 16;
export const HOG_LENGTH = GRID * GRID * BINS;

/** Cell rows first, then columns, then directions; values >= 0. */
export function hogLayout(canvas: Canvas): Float32Array {
  const side = GRID * CELL;
  const { data }: Plane = stretch(canvas.luma, side, side);
  const out = new Float32Array(HOG_LENGTH);
  for (let y = 1; y < side - 1; y++)
    for (let x = 1; x < side - 1; x++) {
      const at = y * side + x;
      const dx = (data[at + 1] as number) - (data[at - 1] as number);
      const dy = (data[at + side] as number) - (data[at - side] as number);
      const magnitude = Math.sqrt(dx * dx + dy * dy);
      if (magnitude > 0) vote(out, x, y, Math.atan2(dy, dx), magnitude);
    }
  return out;
}

/** Spreads one gradient over 2 x 2 cells and 2 directions, bilinearly; what falls beyond the border is lost. */
function vote(out: Float32Array, x: number, y: number, angle: number, magnitude: number): void {
  const column = (x + 0.5) / CELL - 0.5;
  const row = (y + 0.5) / CELL - 0.5;
  // Opposite gradients count as one direction: a stroke dark on light is a stroke light on dark.
  const direction = ((angle + Math.PI) / Math.PI) * BINS;
  const c = Math.floor(column);
  const r = Math.floor(row);
  const d = Math.floor(direction);
  for (let j = 0; j < 2; j++) {
    if (r + j < 0 || r + j >= GRID) continue;
    const rowWeight = magnitude * (j ? row - r : 1 - (row - r));
    for (let i = 0; i < 2; i++) {
      if (c + i < 0 || c + i >= GRID) continue;
      const weight = rowWeight * (i ? column - c : 1 - (column - c));
      const cell = ((r + j) * GRID + c + i) * BINS;
      const near = cell + (d % BINS);
      const next = cell + ((d + 1) % BINS);
      out[near] = (out[near] as number) + weight * (1 - (direction - d));
      out[next] = (out[next] as number) + weight * (direction - d);
    }
  }
}
