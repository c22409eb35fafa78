import { describe, expect, test } from 'vitest';
import { synthesiseBand } from '../../../../src/watermark/tile/carriers/bandSynthesis.ts';
import { makeCarrierLayout, PILOTS, STRONG_PILOTS } from '../../../../src/watermark/tile/carriers/carrierLayout.ts';
import { CODED_BITS } from '../../../../src/watermark/payload/payloadFrame.ts';
import {
  addTileRow,
  foldRow,
  narrowFold,
  tileGrid,
  widenTile,
} from '../../../../src/watermark/tile/carriers/tileGrid.ts';
import { largestDifference, VECTORS } from '../../../vectors/watermarkVectors.ts';

describe('synthesiseBand', () => {
  test('agrees with an inverse FFT of NumPy, at a side that is no power of two', () => {
    const { side, u, v, values, tile } = VECTORS.bandSynthesis;
    const out = synthesiseBand(side, {
      u: Int16Array.from(u),
      v: Int16Array.from(v),
      values: Float32Array.from(values),
      count: u.length,
    });
    expect(largestDifference(out, tile)).toBeLessThan(1e-5);
  });
});

describe('tileGrid', () => {
  const { side, width, height, scale, tile, output } = VECTORS.pattern;
  const grid = tileGrid(side, scale, width, height);
  const repeated = (samples: Float32Array): Float32Array => {
    const out = new Float32Array(width * height);
    const widened = widenTile(grid, samples);
    for (let y = 0; y < height; y++) addTileRow(grid, widened, y, 0, width, out.subarray(y * width));
    return out;
  };

  test('a repeated tile agrees with Keys’ cubic as matrix products in NumPy', () => {
    expect(largestDifference(repeated(Float32Array.from(tile)), output)).toBeLessThan(1e-5);
  });

  test('part of a row is that part of the whole row', () => {
    const part = new Float32Array(3);
    addTileRow(grid, widenTile(grid, Float32Array.from(tile)), 2, 4, 3, part);
    expect(Array.from(part)).toEqual(Array.from(repeated(Float32Array.from(tile)).slice(2 * width + 4, 2 * width + 7)));
  });

  test('folding is the adjoint of repeating: <repeat t, z> = <t, fold z>', () => {
    const samples = Float32Array.from(tile);
    const z = Float32Array.from({ length: width * height }, (_, i) => Math.sin(1.7 * i));
    const folded = new Float32Array(side * width);
    for (let y = 0; y < height; y++) foldRow(grid, z.subarray(y * width, (y + 1) * width), y, folded);
    const dot = (a: Float32Array, b: Float32Array): number =>
      a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
    expect(dot(samples, narrowFold(grid, folded))).toBeCloseTo(dot(repeated(samples), z), 3);
  });
});

describe('makeCarrierLayout', () => {
  const plan = { tileSide: 128, radiusMin: 0.035, radiusMax: 0.21, pilotRadiusMin: 0.06, pilotRadiusMax: 0.17 };
  const keys = Array.from({ length: 6 }, (_, k) => new Uint8Array(32).fill(k + 1));

  test('whatever the key, every sector of direction has one strong pilot and no carrier is used twice', () => {
    for (const key of keys) {
      const { u, v, carriers } = makeCarrierLayout(plan, key, CODED_BITS);
      const sectors = new Set<number>();
      for (let i = 0; i < STRONG_PILOTS; i++)
        sectors.add(Math.floor((Math.atan2(v[i] as number, u[i] as number) / Math.PI + 0.5) * STRONG_PILOTS));
      expect(sectors.size).toBe(STRONG_PILOTS);
      expect(new Set(Array.from({ length: carriers }, (_, i) => `${u[i]} ${v[i]}`)).size).toBe(carriers);
    }
  });

  test('every coded bit has a place, none has more than one more than another', () => {
    for (const key of keys) {
      const places = new Uint16Array(CODED_BITS);
      for (const bit of makeCarrierLayout(plan, key, CODED_BITS).codedBit) places[bit] = (places[bit] as number) + 1;
      expect(Math.min(...places)).toBeGreaterThanOrEqual(1);
      expect(Math.max(...places) - Math.min(...places)).toBeLessThanOrEqual(1);
    }
  });

  test('another key moves the pilots', () => {
    const [one, other] = keys.map((key) => makeCarrierLayout(plan, key, CODED_BITS).u.slice(0, PILOTS));
    expect(one).not.toEqual(other);
  });

  test('refuses a band too narrow for the pilots', () => {
    expect(() => makeCarrierLayout({ ...plan, radiusMax: 0.06 }, keys[0] as Uint8Array, CODED_BITS)).toThrow(
      RangeError,
    );
  });
});
