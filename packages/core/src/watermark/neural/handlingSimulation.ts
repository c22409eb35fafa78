/**
 * Attack simulation at embedding: the canvas is marked, damaged as a site that reduces and compresses does, and decoded; the
 * signal-to-noise ratio of its soft bits tells how strong the mark must be.
 * @module
 */
import type { Plane } from '../../raster.ts';
import { quantiseBlocks } from '../../signal/blockQuantisation.ts';
import { planeAtSize } from './canvas.ts';
import type { CellLayout } from './cellLayout.ts';
import type { NeuralModem } from './neuralModem.ts';
import { readTileAt } from './tileReading.ts';
import { encodePayload } from '../payload/payloadFrame.ts';
import { originOf } from '../tileOrigin.ts';

/** The canvas is reduced to this share of its sides, quantised at this quality, and enlarged again. */
const REDUCTION = 0.8;
const QUALITY = 50;

/** canvas + amplitude * residual, rounded and clipped as a file holds it. */
export function markedCanvas({ width, height, data }: Plane, residual: Plane, amplitude: number): Plane {
  const out = new Float32Array(data.length);
  for (let i = 0; i < out.length; i++) {
    const value = (data[i] as number) + amplitude * (residual.data[i] as number);
    out[i] = value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
  }
  return { width, height, data: out };
}

export function simulateHandling(canvas: Plane): Plane {
  const side = (length: number): number => Math.max(1, Math.round(length * REDUCTION));
  const small = planeAtSize(canvas, { width: side(canvas.width), height: side(canvas.height) });
  return planeAtSize(quantiseBlocks(small, QUALITY), canvas);
}

/**
 * Signal-to-noise ratio of the soft bits: mean^2 over variance, each taken in the direction of the bit that was sent.
 * @param payload that was sent
 */
export function softBitSnr(view: Plane, modem: NeuralModem, layout: CellLayout, payload: Uint8Array): number {
  const readings = modem.decode([view])[0];
  if (!readings) return 0;
  const { x, y } = originOf(layout.origins, payload);
  const { llr } = readTileAt(readings, layout, x, y);
  const coded = encodePayload(payload);
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < llr.length; i++) {
    const value = (coded[i] ? -1 : 1) * (llr[i] as number);
    sum += value;
    squares += value * value;
  }
  const mean = sum / llr.length;
  const variance = squares / llr.length - mean * mean;
  return mean > 0 && variance > 0 ? (mean * mean) / variance : 0;
}
