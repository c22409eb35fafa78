import { describe, expect, test } from 'vitest';
import { nearestSimilarity, scaled, scaling, similarity } from '../../../src/watermark/affine.ts';
import { tilePoses } from '../../../src/watermark/fusion/latticePoses.ts';
import type { TileCarriers } from '../../../src/watermark/watermarkTrack.ts';

/** A canvas of 400 samples a side for every picture. */
const canvasScale = ({ width, height }: { readonly width: number; readonly height: number }): number =>
  Math.sqrt(width * height) / 400;
const carriers = (likeliest: (side: number) => number): TileCarriers => ({
  layoutOf: () => {
    throw new Error('no layout is asked for');
  },
  likelyScales: (width, height) => [likeliest(Math.sqrt(width * height))],
});
const NATIVE_TILE = carriers(() => 1);
const GROWING_TILE = carriers((side) => side / 600);
const posed = (pose = scaling(2)): { pose: typeof pose; readings: [] } => ({ pose, readings: [] });

describe('poses of tiles under a lattice', () => {
  test('a tile of one pixel a sample stands at that of the view, if nothing was resampled', () => {
    const { native } = tilePoses(posed(), 0.5, canvasScale, NATIVE_TILE);
    expect(native).toHaveLength(1);
    expect(native[0]?.a).toBeCloseTo(scaling(0.5).a, 9);
  });

  test('a tile that grows with the picture stands in one ratio to the lattice, whatever its size was', () => {
    const { native, resampled } = tilePoses(posed(), 1, canvasScale, GROWING_TILE);
    // 600 canonical pixels where the canvas has 400 samples.
    expect(resampled).toHaveLength(1);
    expect(resampled[0]?.a).toBeCloseTo(1.5 * scaling(2).a, 9);
    // What the lattice leaves open of the size.
    for (const { a } of native) expect(Math.abs(a / (1.5 * scaling(2).a) - 1)).toBeLessThan(0.013);
    expect(native.length).toBeLessThan(8);
  });

  test('if it was resampled, a tile of native scale may stand at any', () => {
    const { resampled } = tilePoses(posed(), 1, canvasScale, NATIVE_TILE);
    const scales = resampled.map(({ a }) => 1 / a);
    // Marked at 300 to 5,000 pixels a side: 0.75 to 12.5 pixels a sample, of which two are shown.
    expect(Math.max(...scales)).toBeCloseTo(2 / 0.75, 1);
    expect(Math.min(...scales)).toBeCloseTo(2 / 12.5, 2);
  });

  test('turns and mirror images are kept, a stretch is not', () => {
    const turned = similarity(0.3, 0.4, true);
    const { native } = tilePoses(posed(turned), 1, canvasScale, NATIVE_TILE);
    expect(native[0]).toEqual(scaled(turned, (native[0]?.a as number) / turned.a));
    const near = nearestSimilarity({ a: 1.01, b: 0.2, c: -0.2, d: 0.99 });
    expect(near.a).toBeCloseTo(1, 9);
    expect(near.d).toBeCloseTo(1, 9);
    expect([near.b, near.c]).toEqual([0.2, -0.2]);
  });
});
