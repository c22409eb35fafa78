import { makeCarrierLayout, PILOTS } from '../../src/watermark/tile/carriers/carrierLayout.ts';
import { CODED_BITS } from '../../src/watermark/payload/payloadFrame.ts';
import { addTileRow, tileGrid, widenTile } from '../../src/watermark/tile/carriers/tileGrid.ts';
import { synthesiseTile } from '../../src/watermark/tile/carriers/tileSynthesis.ts';
import { numbers } from '../vectors/watermarkVectors.ts';

const PARAMETERS = { tileSide: 96, radiusMin: 0.05, radiusMax: 0.23, pilotRadiusMin: 0.08, pilotRadiusMax: 0.18 };

/** The carriers of a track like A. */
export const LAYOUT = makeCarrierLayout(PARAMETERS, new Uint8Array(32).fill(3), CODED_BITS);

export const CODED = Uint8Array.from({ length: CODED_BITS }, (_, i) => (i * i) % 2);

/** A weak mark that carries `CODED`, `scale` pixels to a tile sample, in white noise. */
export function markedNoise(width: number, height: number, scale: number) {
  const gains = { bits: new Float32Array(CODED_BITS).fill(1), pilots: new Float32Array(PILOTS).fill(1) };
  const grid = tileGrid(PARAMETERS.tileSide, scale, width, height);
  const widened = widenTile(grid, synthesiseTile(LAYOUT, CODED, gains, { x: 0, y: 0 }));
  const random = numbers(11, width * height);
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) addTileRow(grid, widened, y, 0, width, data.subarray(y * width));
  return { width, height, data: data.map((value, i) => 0.4 * value + 4 * (random[i] as number) - 2) };
}
