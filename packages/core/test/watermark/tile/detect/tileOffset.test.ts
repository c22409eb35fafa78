import { expect, test } from 'vitest';
import { makeCarrierLayout, PILOTS } from '../../../../src/watermark/tile/carriers/carrierLayout.ts';
import { findTileOffset, findTileOffsets } from '../../../../src/watermark/tile/detect/tileOffset.ts';

const LAYOUT = makeCarrierLayout(
  { tileSide: 96, radiusMin: 0.05, radiusMax: 0.23, pilotRadiusMin: 0.08, pilotRadiusMax: 0.18 },
  new Uint8Array(32).fill(3),
  1024,
);

/** Pilots of two tiles, the second weaker, at their offsets. */
function received(...tiles: readonly { readonly x: number; readonly y: number; readonly amplitude: number }[]): {
  values: Float32Array;
  noise: Float32Array;
} {
  const { u, v, pilotPhase, tileSide } = LAYOUT;
  const values = new Float32Array(2 * PILOTS);
  for (let k = 0; k < PILOTS; k++)
    for (const { x, y, amplitude } of tiles) {
      const angle = (-2 * Math.PI * ((u[k] as number) * x + (v[k] as number) * y)) / tileSide;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const [re, im] = [pilotPhase[2 * k] as number, pilotPhase[2 * k + 1] as number];
      values[2 * k] = (values[2 * k] as number) + amplitude * (re * c - im * s);
      values[2 * k + 1] = (values[2 * k + 1] as number) + amplitude * (re * s + im * c);
    }
  return { values, noise: new Float32Array(PILOTS).fill(1) };
}

test('the best offsets are told, the highest first, to a fraction of a pixel', () => {
  const samples = received({ x: 20.3, y: 70.6, amplitude: 1 }, { x: 61, y: 5, amplitude: 0.6 });
  const [first, second] = findTileOffsets(samples, LAYOUT, 1, 2);
  expect(first?.x).toBeCloseTo(20.3, 0);
  expect(first?.y).toBeCloseTo(70.6, 0);
  expect(second?.x).toBeCloseTo(61, 0);
  expect(second?.y).toBeCloseTo(5, 0);
  expect(first?.zScore).toBeGreaterThan(second?.zScore as number);
  expect(findTileOffset(samples, LAYOUT, 1)).toEqual(first);
});
