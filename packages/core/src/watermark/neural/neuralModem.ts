/**
 * What track C asks of its two networks. They see luma alone, are fully convolutional, and know nothing of keys, codes or
 * payloads: a modem that carries one symbol in every cell of 8 x 8 canvas samples, and tells where the cells' lattice lies.
 * The service runs them as ONNX files (adapters/models); docs/spec/watermark-c.md says what the files must do.
 * @module
 */
import type { Plane } from '../../raster.ts';

/** Side of a cell, canvas samples. */
export const CELL_SIDE = 8;

/** One value of each kind for every cell, row-major. */
export interface CellReadings {
  readonly columns: number;
  readonly rows: number;
  /** Natural log-likelihood ratio of the symbol: > 0 says +1. Near 0 where nothing was marked. */
  readonly logits: Float32Array;
  /**
   * cos and sin of 2 pi (x - 4) / 8, where (x, y) is the cell's centre on the canvas that was marked: on an aligned canvas
   * 1 and 0 everywhere. Shorter than 1 where the network is unsure.
   */
  readonly cosX: Float32Array;
  readonly sinX: Float32Array;
  readonly cosY: Float32Array;
  readonly sinY: Float32Array;
}

export interface NeuralModem {
  /**
   * @param canvas luma in [0, 255], sides multiples of `CELL_SIDE`
   * @param symbols +1 or -1 for every cell, row-major
   * @returns change of luma, visibility already weighed, mean square 1 over the canvas
   */
  encode(canvas: Plane, symbols: Float32Array): Plane;
  /** @param views luma in [0, 255], all of one size, sides multiples of `CELL_SIDE` */
  decode(views: readonly Plane[]): readonly CellReadings[];
}
