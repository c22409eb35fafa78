import { describe, expect, test } from 'vitest';
import { LUMA_WEIGHTS, luma, type Raster } from '../../src/raster.ts';
import { rowsOf, wholePlane } from '../../src/signal/rowSource.ts';
import { applyDelta, COLOUR_CHANGE, colourErrorPerLuma, markedLuma } from '../../src/watermark/applyDelta.ts';

function filled(channels: Raster['channels'], depth: 8 | 16, pixel: readonly number[]): Raster {
  const data = depth === 8 ? new Uint8Array(4 * channels) : new Uint16Array(4 * channels);
  for (let i = 0; i < data.length; i++) data[i] = pixel[i % channels] as number;
  return { width: 2, height: 2, channels, depth, data };
}

const delta = (value: number) => ({ width: 2, height: 2, data: new Float32Array(4).fill(value) });

describe('applyDelta', () => {
  test('luma moves by the delta, at both depths, up to rounding', () => {
    for (const depth of [8, 16] as const) {
      const grey = depth === 8 ? 100 : 25700;
      const picture = filled(3, depth, [grey, grey, grey]);
      const moved = (luma(applyDelta(picture, delta(4))).data[0] as number) - (luma(picture).data[0] as number);
      expect(Math.abs(moved - 4)).toBeLessThan(depth === 8 ? 0.5 : 0.002);
    }
  });

  test('the colour change gives a unit of luma at the least energy', () => {
    const dot = LUMA_WEIGHTS.reduce((sum, weight, c) => sum + weight * (COLOUR_CHANGE[c] as number), 0);
    expect(dot).toBeCloseTo(1, 12);
    expect(COLOUR_CHANGE.reduce((sum, c) => sum + c * c, 0) / 3).toBeCloseTo(colourErrorPerLuma(3), 12);
    expect(colourErrorPerLuma(3)).toBeLessThan(1);
  });

  test('alpha stays, grey takes the whole delta', () => {
    expect(Array.from(applyDelta(filled(4, 8, [50, 60, 70, 9]), delta(10)).data.slice(3, 4))).toEqual([9]);
    expect(Array.from(applyDelta(filled(2, 8, [50, 200]), delta(10)).data.slice(0, 2))).toEqual([60, 200]);
  });

  test('values clip at both ends of the range', () => {
    expect(Array.from(applyDelta(filled(1, 8, [250]), delta(20)).data)).toEqual([255, 255, 255, 255]);
    expect(Array.from(applyDelta(filled(1, 16, [100]), delta(-20)).data)).toEqual([0, 0, 0, 0]);
  });

  test('the picture given is left alone', () => {
    const picture = filled(3, 8, [1, 2, 3]);
    applyDelta(picture, delta(5));
    expect(Array.from(picture.data.slice(0, 3))).toEqual([1, 2, 3]);
  });

  test('the picture given is left alone also where its samples are a Buffer, whose slice is no copy', () => {
    const picture = { ...filled(3, 8, [1, 2, 3]), data: Buffer.alloc(12, 50) };
    expect(applyDelta(picture, delta(5)).data).not.toContain(50);
    expect(picture.data).toEqual(Buffer.alloc(12, 50));
  });

  test('in place gives what a new picture would hold', () => {
    const picture = filled(4, 8, [1, 2, 3, 4]);
    const apart = applyDelta(picture, delta(5));
    expect(applyDelta(picture, delta(5), picture.data).data).toBe(picture.data);
    expect(picture.data).toEqual(apart.data);
  });

  test('the luma of the marked picture is known without making it', () => {
    for (const picture of [filled(3, 8, [10, 250, 3]), filled(2, 16, [65000, 7]), filled(4, 16, [9, 40000, 65535, 1])])
      for (const value of [-30.3, 0.4, 12.7]) {
        const expected = luma(applyDelta(picture, delta(value))).data;
        const rows = wholePlane(markedLuma(picture, rowsOf(delta(value)))).data;
        for (const [i, sample] of rows.entries()) expect(sample).toBeCloseTo(expected[i] as number, 3);
      }
  });

  test('refuses a delta of another size', () => {
    expect(() => applyDelta(filled(1, 8, [0]), { width: 1, height: 4, data: new Float32Array(4) })).toThrow(RangeError);
  });
});
