import { describe, expect, test } from 'vitest';
import { luma, type Plane, plane, type Raster } from '../../src/raster.ts';
import { stackedBlur } from '../../src/signal/blur/stackedBlur.ts';
import { darkShare, maskedByTexture } from '../../src/signal/contrastMasking.ts';
import { embedTracks } from '../../src/watermark/embedTracks.ts';
import { hiddenEnergy, residualShaper } from '../../src/watermark/neural/residualShaping.ts';
import { makeTrack } from '../../src/watermark/tracks.ts';
import { numbers } from '../vectors/watermarkVectors.ts';

const SIZE = { width: 384, height: 256 };

/** Sky above, lawn below: deviations of 1 and 14 levels. */
function skyAndLawn(): Raster {
  const data = new Uint8Array(3 * SIZE.width * SIZE.height);
  const noise = numbers(3, SIZE.width * SIZE.height);
  for (let i = 0; i < noise.length; i++) {
    const sd = i < noise.length / 2 ? 1 : 14;
    data.fill(Math.round(140 + sd * Math.sqrt(12) * ((noise[i] as number) - 0.5)), 3 * i, 3 * i + 3);
  }
  return { ...SIZE, channels: 3, depth: 8, data };
}

/** Root mean square of the rows `from` to `to`, shares of the height. */
function rms({ width, height, data }: Plane, from: number, to: number): number {
  const part = data.subarray(Math.round(from * height) * width, Math.round(to * height) * width);
  return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

describe('contrast masking', () => {
  test('flat ground hides nothing of its own, texture more the stronger it is, the dark half as much', () => {
    expect(maskedByTexture(0)).toBe(0);
    expect(maskedByTexture(-1e-3)).toBe(0);
    expect(Math.sqrt(maskedByTexture(1))).toBeLessThan(0.2);
    expect(maskedByTexture(400) / 400).toBeCloseTo(0.3, 1);
    expect([darkShare(0), darkShare(40), darkShare(80), darkShare(255)]).toEqual([0.5, 0.75, 1, 1]);
  });

  test('tiles are quiet in the sky and louder in the lawn', () => {
    const picture = skyAndLawn();
    const keys = { a: Uint8Array.from({ length: 32 }, (_, i) => i) };
    const payload = Uint8Array.from(numbers(4, 16), (value) => Math.floor(256 * value));
    const marked = luma(embedTracks(picture, payload, { tracks: [makeTrack('a')], keys }).picture);
    const original = luma(picture);
    const change = { ...marked, data: marked.data.map((value, i) => value - (original.data[i] as number)) };
    // 0.6 levels and what rounding adds, 0.2.
    expect(rms(change, 0, 0.45)).toBeLessThan(0.7);
    expect(rms(change, 0.55, 1)).toBeGreaterThan(1.5);
  });
});

describe('the residual of track C', () => {
  const picture = skyAndLawn();
  const hidden = hiddenEnergy(picture, SIZE);
  const waves = plane(
    SIZE.width,
    SIZE.height,
    Float32Array.from(
      { length: SIZE.width * SIZE.height },
      (_, i) => Math.SQRT2 * Math.sin((2 * Math.PI * (i % SIZE.width)) / 8),
    ),
  );

  test('keeps its energy, but not where it would be seen', () => {
    const shaped = residualShaper(waves, hidden)(2, 0.4);
    expect(2 * rms(shaped, 0, 0.45)).toBeLessThan(0.5);
    expect(rms(shaped, 0.55, 1)).toBeGreaterThan(1.3);
    // A few steps of a fixed point that goes beyond the mark a little.
    expect(rms(shaped, 0, 1)).toBeCloseTo(1, 1);
  });

  test('is left alone where the threshold is above it', () => {
    expect(Array.from(residualShaper(waves, hidden)(2, 100).data)).toEqual(Array.from(waves.data));
  });

  test('cannot keep its energy on flat ground alone', () => {
    const grey = { ...picture, data: new Uint8Array(picture.data.length).fill(140) };
    const shaped = residualShaper(waves, hiddenEnergy(grey, SIZE))(2, 0.4);
    const around = stackedBlur({ ...shaped, data: shaped.data.map((value) => value * value) }, 5);
    expect(Math.max(...around.data) * 4).toBeLessThan(1.1 * 0.4 ** 2);
  });
});
