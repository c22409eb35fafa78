/**
 * The tile as samples. Its repetition over a picture: tileGrid.ts.
 * @module
 */
import { synthesiseBand } from './bandSynthesis.ts';
import type { TileOrigin } from '../../tileOrigin.ts';
import { type CarrierLayout, PILOTS } from './carrierLayout.ts';
import { shiftedBack } from './tileShift.ts';

/** Factors by which informed embedding shifts power between coded bits and between pilots; 1 everywhere at first. */
export interface CarrierGains {
  /** One for each coded bit. */
  readonly bits: Float32Array;
  /** One for each pilot. */
  readonly pilots: Float32Array;
}

/** The tile that carries `coded`, scaled to mean square 1; tileSide^2 samples, of which sample `origin` is the tile's first. */
export function synthesiseTile(
  layout: CarrierLayout,
  coded: Uint8Array,
  gains: CarrierGains,
  origin: TileOrigin,
): Float32Array {
  const { tileSide, carriers, u, v, amplitude, pilotPhase, codedBit, sign } = layout;
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
  const there = shiftedBack(values, layout, { x: -origin.x, y: -origin.y });
  const tile = synthesiseBand(tileSide, { u, v, values: there, count: carriers });
  const rms = Math.sqrt(tile.reduce((sum, value) => sum + value * value, 0) / tile.length);
  return tile.map((value) => value / rms);
}
